"""An address or a path is known as one where it is typed."""

import pytest

from tui.app.attaching import suggest_attachments, web_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://firm.example/a?b=c", "https://firm.example/a?b=c"),
        (" HTTP://firm.example ", "HTTP://firm.example"),
        ("firm.example/offer", "https://firm.example/offer"),
        ("firm.example:8080", "https://firm.example:8080"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("two words.example", None),
        ("offer", None),
        ("https://", None),
    ],
)
def test_a_web_address_is_known_with_and_without_its_scheme(text, address):
    assert web_address(text) == address


def test_a_path_is_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offers" / "one.pdf").touch()
    (tmp_path / "Offer.txt").touch()
    (tmp_path / ".hidden").touch()

    def values(text):
        return [choice.value for choice in suggest_attachments(text)]

    assert values(f"{tmp_path}/Off") == [f"file:{tmp_path}/Offer.txt", f"folder:{tmp_path}/Offers/"]
    assert values("~/Offers/") == ["file:~/Offers/one.pdf"]
    assert values("./") == ["file:./Offer.txt", "folder:./Offers/"]
    assert values("Offer.txt") == ["file:Offer.txt", "link:https://Offer.txt"]
    assert values("~nobody-of-that-name/") == []
    assert values("/no/such/folder/") == []
    assert values("hot") == values("") == []
    assert values("https://firm.example/") == ["link:https://firm.example/"]
