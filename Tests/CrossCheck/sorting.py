"""`--sort`: stable, by canonical fields, absent values last in both directions."""

from json_tokens import WHITE_SPACE, is_number
from model import text_of
from times import Time, exact

_FEED = ['pinned:desc', 'created:desc', 'id:desc']


def ordered(pairs, sorts, now):
    """Pairs of (card, anything) in the order of the sort options."""
    keys = [key for sort in sorts for key in (_FEED if sort == 'feed' else [sort])]
    for key in reversed(keys):
        name, _, direction = key.partition(':')
        pairs = _by_field(pairs, name, direction == 'desc', now)
    return pairs


def _by_field(pairs, name, descending, now):
    present, absent = [], []
    for pair in pairs:
        value = pair[0].field(name, now)
        if value is None:
            absent.append(pair)
        else:
            present.append((_rank(value), pair))
    present.sort(key=lambda entry: entry[0], reverse=descending)
    return [pair for _, pair in present] + absent


def _rank(value):
    """Numbers before strings; numbers by value, strings by their UTF-8 bytes."""
    if isinstance(value, Time):
        return (0, value.seconds)
    if isinstance(value, bool):
        return (0, int(value))
    text = text_of(value)
    number = text.strip(WHITE_SPACE)
    return (0, exact(number)) if is_number(number) else (1, text.encode('utf-8'))
