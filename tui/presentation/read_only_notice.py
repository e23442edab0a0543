"""The message about pending changes that a read-only token cannot send."""


def describe_held_changes(count: int) -> str:
    """Describe ``count`` changes that a read-only token holds back; "" for none."""
    if not count:
        return ""
    one = count == 1
    return (
        f"{'1 change waits' if one else f'{count} changes wait'}; this token cannot send {'it' if one else 'them'}: "
        f"{'it is' if one else 'they are'} kept until one that may write is used."
    )
