"""`--where`: a condition on one field, checked with the type of the field."""

import re

import model
import shapes
import times
from converting import UsageError
from json_tokens import WHITE_SPACE, is_number
from model import lowercased, text_of

_OPERATOR = re.compile(r'!=|<=|>=|\^=|\$=|\*=|~=|==|=|<|>')
_COMPARE = {
    '=': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b,
    '<=': lambda a, b: a <= b, '>': lambda a, b: a > b, '>=': lambda a, b: a >= b}
_MATCH = {'^=': str.startswith, '$=': str.endswith, '*=': str.__contains__,
          '~=': lambda text, part: part.casefold() in text.casefold()}
_NUMBERS = ('image_aspect_ratio', 'payload_size', 'line')
_FLAGS = model.BOOLEANS + ['expired']
_SAME = ('=', '!=')


class Where:
    """One `--where 'FIELD OP VALUE'`, FIELD or !FIELD."""

    def __init__(self, text, now, zone):
        match = _OPERATOR.search(text)
        self.now, self.zone = now, zone
        self.name = (text[:match.start()] if match else text).strip()
        self.operator = match.group().replace('==', '=') if match else None
        self.is_negated = not match and self.name.startswith('!')
        if self.is_negated:
            self.name = self.name[1:].strip()
        if not is_field(self.name):
            raise UsageError('no such field: %s' % self.name)
        if match:
            value = text[match.end():].strip()
            values = alternatives(value) if self.operator in _SAME else [value]
            self.tests = [self._test(_unquoted(one), one != _unquoted(one)) for one in values]

    def _test(self, value, is_quoted):
        """A function that returns whether a card's value matches the condition."""
        if self.name in model.TIMES:
            return self._time(times.parse_argument(
                value, self.now, self.name == 'created', self.zone))
        if self.name in _NUMBERS:
            if self.operator in _MATCH or not is_number(value.strip(WHITE_SPACE)):
                raise UsageError('no number: %s' % value)
            return self._number(value)
        if self.name in _FLAGS:
            if self.operator not in _SAME or value not in ('true', 'false'):
                raise UsageError('neither true nor false: %s' % value)
            return lambda own: _COMPARE[self.operator](own, value == 'true')
        if self.name in ('type', 'shape') and self.operator not in _MATCH:
            names = types_named(value) if self.name == 'type' else _shapes_named(value)
            if self.operator not in _SAME or not names:
                raise UsageError('no such %s: %s' % (self.name, value))
            return lambda own: (own in names) == (self.operator == '=')
        return self._text(value, is_quoted)

    def _time(self, time):
        if time is None or self.operator in _MATCH:
            raise UsageError('no time')
        return lambda own: _COMPARE[self.operator](times.NEVER if own is None else own.seconds, time)

    def _number(self, value):
        wanted = times.exact(value.strip(WHITE_SPACE))

        def test(own):
            text = text_of(own).strip(WHITE_SPACE)
            if not is_number(text):
                return self.operator == '!='
            return _COMPARE[self.operator](times.exact(text), wanted)
        return test

    def _text(self, value, is_quoted):
        folded = lowercased if self.name == 'class_type' else str
        if self.operator in _MATCH:
            return lambda own: _MATCH[self.operator](folded(text_of(own)), folded(value))
        if self.name.startswith('extras.') and not is_quoted and is_number(value.strip(WHITE_SPACE)):
            return self._number(value)
        return lambda own: _COMPARE[self.operator](
            folded(text_of(own)).encode('utf-8'), folded(value).encode('utf-8'))

    def holds(self, card):
        value = card.field(self.name, self.now)
        if self.operator is None:
            return (value if isinstance(value, bool) else value is not None) != self.is_negated
        if value is None and self.name != 'expires_at':
            return self.operator == '!='
        if self.operator in _SAME and self.name in ('type', 'shape'):
            # An unknown type is named `unknown`, whatever the card calls it.
            value = getattr(card, self.name)
        # Any of the values is enough for `=`; `!=` excludes them all.
        return (all if self.operator == '!=' else any)(test(value) for test in self.tests)


def types_named(name):
    """The canonical types that a name of any shape means."""
    if lowercased(name) == 'unknown' or lowercased(name) in shapes.TYPES['card']:
        return {lowercased(name)}
    return shapes.types_written(name) or shapes.types_read(name)


def _shapes_named(name):
    return {shape for shape in shapes.NAMES if shape == lowercased(name)}


def is_field(name):
    return (name in model.FIELDS or name in model.DERIVED
            or name.startswith('extras.') and len(name) > len('extras.'))


def alternatives(text):
    """The values between bars, which are literal inside quotes that enclose a value."""
    values = re.findall(
        r"""\s*("[^"]*"(?=\s*(?:\||$))|'[^']*'(?=\s*(?:\||$))|[^|]*)(?:\||$)""", text)
    # The pattern also matches the empty rest of a text that it has matched to the end.
    values = [value.strip() for value in values[:-1]]
    if text.endswith('|') or not all(values):
        raise UsageError('an empty alternative: %s' % text)
    return values


def _unquoted(text):
    if len(text) >= 2 and text[0] == text[-1] and text[0] in '"\'':
        return text[1:-1]
    return text
