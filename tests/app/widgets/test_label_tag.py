from tui.app.widgets.label_tag import color_name, tag
from tui.model.label import Label


def test_a_label_is_called_by_its_name_else_by_its_colour():
    assert tag(Label(id="a", name="hot", color="red"), dark=True).plain == "▪hot"
    assert tag(Label(id="a", color="green_dark"), dark=False).plain == "▪dark green"
    assert color_name(None) == "no colour"
