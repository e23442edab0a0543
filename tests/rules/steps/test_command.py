"""Commands of rules: nothing that a card says is run, or is an option."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tui.errors import UsageError
from tui.rules.steps.command import check_arguments
from tui.rules.steps.outside import RunCommandStep

NAME = "{card.name}"


def check(*command: str) -> None:
    TypeAdapter(RunCommandStep).validate_python({"step": "run", "command": list(command)})


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", 'echo "$1"', "x", NAME),
        ("bash", "-euo", "pipefail", "-c", 'echo "$1"', "x", NAME),
        ("bash", "-lc", 'echo "$1"', "x", f"card {NAME}"),
        ("python3", "script.py", NAME),
        ("python3.12", "-u", "-m", "json.tool", NAME),
        ("python3", "--", "script.py", NAME),
        ("awk", "-F", ",", "{{print $1}}", NAME),
        ("sed", "-n", "-e", "p", NAME),
        ("perl", "-e", "print 1", NAME),
        ("deno", "run", "script.ts", NAME),
        ("notify-send", NAME, NAME),
        ("notify-send", f"--title={NAME}", "--", NAME),
        ("timeout", "5", "tee", "-a", "php"),
        ("tee", "-a", "bash"),
        ("bash", "-l", "script.sh"),
        ("echo", "{{card.name}}"),
    ],
)
def test_a_field_in_an_argument_of_its_own_is_allowed(command):
    check(*command)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ((NAME,), "{card.name} would choose the program"),
        (("/opt/{card.name}/run", "x"), "{card.name} would choose the program"),
        (("env", NAME), "env would start what {card.name} says"),
        (("env", "sh", "-c", f"echo {NAME}"), "env would start what {card.name} says"),
        (("timeout", "5", "bash", "-lc", NAME), "timeout would start what {card.name} says"),
        (("/usr/bin/ssh", "host", "notify", NAME), "ssh would start what {card.name} says"),
        (("busybox", "sh", "-c", NAME), "busybox would start what {card.name} says"),
        (("tar", "-{card.name}"), "{card.name} would choose the option"),
        (("tar", "--{card.name}"), "{card.name} would choose the option"),
        (("bash", "-lc", f"echo {NAME}"), "{card.name} stands where bash reads a script or an option"),
        (("bash", "-c", "-x", f"echo {NAME}"), "{card.name} stands where bash reads"),
        (("bash", "-c", "+x", f"echo {NAME}"), "{card.name} stands where bash reads"),
        (("bash", "-c", "-o", "pipefail", f"echo {NAME}"), "{card.name} stands where bash reads"),
        (("bash", "-oc", "pipefail", f"echo {NAME}"), "{card.name} stands where bash reads"),
        (("sh", "script.sh", "-c", NAME), "{card.name} stands where sh reads"),
        (("sh", "script.sh", "-x{card.name}"), "{card.name} stands where sh reads"),
        (("perl", "-ne", NAME), "{card.name} stands where perl reads"),
        (("perl", "-ne", "print", NAME), "{card.name} stands where perl reads"),
        (("/usr/bin/python3.12", "-c", NAME), "{card.name} stands where python3.12 reads"),
        (("python3", "-W", "ignore", NAME), "{card.name} stands where python3 reads"),
        (("awk", "-v", "a=1", NAME), "{card.name} stands where awk reads"),
        (("sed", NAME, "file"), "{card.name} stands where sed reads"),
        (("deno", "eval", NAME), "{card.name} stands where deno reads"),
        (("start", "/bin/bash", "-c", NAME), "{card.name} stands where bash reads"),
        (("bash",), "bash is given no script, and would run the event"),
        (("sh", "-s", "x"), "sh is given no script, and would run the event"),
        (("python3", "-"), "python3 is given no script, and would run the event"),
        (("sudo", "-u", "ada", "sh"), "sh is given no script, and would run the event"),
        (("env", "A=1", "timeout", "5s", "sh"), "sh is given no script, and would run the event"),
        (("env", "perl"), "perl is given no script, and would run the event"),
    ],
)
def test_what_a_card_could_run_is_refused_and_the_message_names_the_field(command, said):
    with pytest.raises(ValidationError) as refused:
        check(*command)
    (error,) = refused.value.errors()
    assert said in error["msg"]
    assert error["ctx"]["hint"]


@pytest.mark.parametrize(
    "command",
    [("echo", f"about {NAME}"), ("echo", "--", NAME), ("echo", f"--title={NAME}"), ("echo", "-n")],
)
def test_an_argument_may_begin_with_a_dash_where_that_is_no_option_or_written_so(command):
    check(*command)
    check_arguments(command, [each.replace(NAME, "-rf") for each in command[1:]])


@pytest.mark.parametrize(
    ("command", "dashes"),
    [(("echo", NAME, "--"), True), (("sh", "script.sh", "--", "x", NAME), False)],
)
def test_an_argument_that_would_be_an_option_is_refused_with_a_hint_that_works(command, dashes):
    check(*command)
    with pytest.raises(UsageError, match="'-rf' would be an option") as refused:
        check_arguments(command, [each.replace(NAME, "-rf") for each in command[1:]])
    assert ('"--" before it' in refused.value.hint) is dashes
    check_arguments(command, [each.replace(NAME, "card -rf") for each in command[1:]])
