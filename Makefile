# The first line of each target is what you usually want. `make check` is exactly CI.
PY := .venv/bin/python

.PHONY: run check test faults browser canary pictures fix docs exhaustive bench paint rivals far everyday burst imports soak wheel recogniser mutants

run: .venv           ## start the app on the local workspace
	$(PY) -m tui

check:               ## everything CI checks, in a fresh environment
	.ci/run

test: .venv          ## the tests
	$(PY) -m pytest -n auto

faults: .venv        ## every row of the fault matrix, the slow ones too, and a table of what became of each
	$(PY) -m pytest -p tests.faults.report -m "fault or slow_fault" -n auto

browser: .venv       ## the pages of the shared server, in a real browser
	.venv/bin/pip install -q -c tests/constraints.txt -e '.[browser]' && $(PY) -m pytest -m browser tests/browser

canary: .venv        ## the tests, and then a search for tokens in whatever they left, logged or started
	$(PY) -m pytest -n auto -p tests.canary

pictures: .venv      ## the screens that tests compare with, drawn again: look at what changed before you keep it
	$(PY) -m pytest -n auto --snapshot-update $(shell grep -rlE '\bpicture[(,)]' tests/app --include='test_*.py')

fix: .venv           ## format, and mend what lint can mend
	$(PY) -m ruff check --fix . && $(PY) -m ruff format .

docs: .venv          ## the generated pages and the pictures in README
	$(PY) docs/make.py && $(PY) screenshots/make.py

recogniser: .venv    ## the weights of the recogniser, learned again from the labelled cards
	$(PY) -m tests.recognise.train

exhaustive: .venv    ## all cases of tests that the plain command runs in part; a thousand runs of the model of the sync, drawn gestures
	$(PY) -m pytest -m exhaustive -n auto

mutants: .venv       ## a sample of small changes of the store, the sync and the client: does a test fail? SEED=2 takes another
	$(PY) -m tests.mutation.run --seed $(or $(SEED),1)

bench: .venv         ## ratios against a bare Textual app, in this terminal's size
	$(PY) tests/bench/run.py

paint: .venv         ## start, keys and drag on boards of 100 to 100,000 cards, beside a bare Textual app
	$(PY) tests/bench/paint.py

rivals: .venv        ## the same start and keys beside other programs, which tests/bench/rivals.py says how to name
	$(PY) tests/bench/rivals.py

far: .venv           ## what is felt over a real sshd with 100 ms between: first screen, card, keys, a held key
	$(PY) tests/bench/far.py

everyday: .venv      ## what opening a card, typing, filtering and moving take, in ms, CPU and bytes
	$(PY) tests/bench/everyday.py

burst: .venv         ## ten thousand events, what `watch` prints of them, and the keys meanwhile
	$(PY) tests/bench/burst.py

slow-clients: .venv  ## how long a good client of `cardscout serve` waits beside 1,000 slow ones; about a minute
	$(PY) tests/bench/slow_clients.py

imports: .venv       ## a million people and an ABN extract of two million firms: rows/s, memory, size, killed halfway; half an hour
	$(PY) tests/bench/imports.py

soak: .venv          ## two windows, the command line and the server on one home for five minutes: is any title harmed?
	$(PY) tests/bench/soak.py

wheel: .venv         ## a wheel in dist/, styles inside
	$(PY) -m build --wheel

.venv:
	python3 -m venv .venv && .venv/bin/pip install -c tests/constraints.txt -e '.[dev]'
