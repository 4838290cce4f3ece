"""Finds the cards of an input: framing, envelopes, bad records."""

import json_tokens
import shapes
from model import Card

BAD = object()  # a record that is not a card, or a sync response that failed
_CARD_ARRAYS = ('cards', 'mContentCards', 'contentCards', 'v')
_STORAGE = 'ab.storage.cc.'
_CONTAINERS = ('object', 'array')


def read_cards(data, shape=None, type_key='class_type'):
    """The cards of one input's bytes in order, BAD for each bad record."""
    found = []
    for value in json_tokens.read_values(data):
        found += _value(value, value.raw, shape, type_key)
    return found


def _value(value, raw, shape, type_key):
    """The cards of a top-level value, or of one that is read as such."""
    if value.kind == 'array':
        return [card for item in value.items for card in _item(item, shape, type_key)]
    return _object(value, raw, shape, type_key)


def _object(value, raw, shape, type_key):
    if _is_envelope(value):
        return _envelope(value, shape, type_key)
    card = _card(value, raw, shape, type_key)
    if card is BAD and value.kind == 'object':
        held = [(key.text, member) for key, member in value.members if _is_held(key.text, member)]
        if held:
            return [card for _, member in held for card in _held(member, shape, type_key)]
    return [card]


def _is_held(key, member):
    """Whether an object that is not a card is read as this member."""
    if key.startswith(_STORAGE) and len(key) > len(_STORAGE):
        return member.kind in _CONTAINERS + ('string',)
    return key == 'data' and member.kind in _CONTAINERS


def _held(member, shape, type_key):
    if member.kind == 'string':
        return _text(member, shape, type_key)
    return _value(member, member.raw, shape, type_key)


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
    """The cards of an envelope. A failed sync yields BAD, and no cards after it."""
    found = []
    for key, member in value.members:
        if key.text == 'message' and member.kind == 'string' and member.text != 'success':
            found.append(BAD)
            return found
        if key.text in _CARD_ARRAYS and member.kind == 'array':
            found += [card for item in member.items for card in _item(item, shape, type_key)]
        elif key.text == 'messages' and _message_card(member) is not None:
            card = _message_card(member)
            found.append(_card(card, card.raw, shape, type_key))
    return found


def _item(value, shape, type_key):
    """The cards of an item of an array: a card, an envelope, or a string that contains one."""
    if value.kind == 'string':
        return _text(value, shape, type_key)
    return _object(value, value.raw, shape, type_key)


def _text(value, shape, type_key):
    """The cards of a string that contains JSON."""
    text = value.text.strip(json_tokens.WHITE_SPACE)
    inner = json_tokens.read_one(text)
    if inner is None or inner.kind != 'object':
        return [BAD]
    _set_line(inner, value.line)
    return _object(inner, text, shape, type_key)


def _set_line(value, line):
    """A string is on one line."""
    value.line = line
    for item in value.items or []:
        _set_line(item, line)
    for _, member in value.members or []:
        _set_line(member, line)


def _card(value, raw, shape, type_key):
    if value.kind != 'object':
        return BAD
    shape = shapes.fitting(value, shape)
    return BAD if shape is None else Card(value, raw, shape, type_key)
