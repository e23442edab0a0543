"""What becomes of changes that wait, where a token cannot send them."""


def held(count: int) -> str:
    """What is said of ``count`` changes beside a token that only reads; "" of none."""
    if not count:
        return ""
    one = count == 1
    return (
        f"{'1 change waits' if one else f'{count} changes wait'}; this token cannot send {'it' if one else 'them'}: "
        f"{'it is' if one else 'they are'} kept until one that may write is used."
    )
