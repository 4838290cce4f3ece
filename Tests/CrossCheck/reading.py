"""Finds the cards of an input: framing, envelopes, bad records."""

import json_tokens
import shapes
from model import Card

BAD = object()  # stands for a record that is no card, or a sync that failed
_CARD_ARRAYS = ('cards', 'mContentCards', 'contentCards')


def read_cards(data, shape=None, type_key='class_type'):
    """The cards of one input's bytes in order, BAD for each bad record."""
    found = []
    for value in json_tokens.read_values(data):
        if value.kind == 'array':
            found += [_item(item, shape, type_key) for item in value.items]
        elif _is_envelope(value):
            found += _envelope(value, shape, type_key)
        else:
            found.append(_card(value, value.raw, shape, type_key))
    return found


def _is_envelope(value):
    if value.kind != 'object':
        return False
    keys = value.lookup
    if any(name in keys and keys[name].kind == 'array' for name in _CARD_ARRAYS):
        return True
    return _message_card(keys.get('messages')) is not None


def _message_card(messages):
    if messages is None or messages.kind != 'object':
        return None
    card = messages.lookup.get('content_card')
    return card if card is not None and card.kind == 'object' else None


def _envelope(value, shape, type_key):
    """Cards of an envelope; a failed sync yields BAD, and no cards after it."""
    found = []
    for key, member in value.members:
        if key.text == 'message' and member.kind == 'string' and member.text != 'success':
            found.append(BAD)
            return found
        if key.text in _CARD_ARRAYS and member.kind == 'array':
            found += [_item(item, shape, type_key) for item in member.items]
        elif key.text == 'messages' and _message_card(member) is not None:
            card = _message_card(member)
            found.append(_card(card, card.raw, shape, type_key))
    return found


def _item(value, shape, type_key):
    """An item of an array: a card, or a string that holds one."""
    if value.kind == 'string':
        text = value.text.strip(json_tokens.WHITE_SPACE)
        inner = json_tokens.read_one(text)
        if inner is None:
            return BAD
        inner.line = value.line
        return _card(inner, text, shape, type_key)
    return _card(value, value.raw, shape, type_key)


def _card(value, raw, shape, type_key):
    if value.kind != 'object':
        return BAD
    shape = shapes.fitting(value, shape)
    return BAD if shape is None else Card(value, raw, shape, type_key)
