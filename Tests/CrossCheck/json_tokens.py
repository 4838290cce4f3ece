"""A small strict JSON reader that keeps the source text of every value.

Python's json module does not keep how a number or a string was written, but the
oracle must print both unchanged. A Value therefore keeps its slice of the text.
Input is expected to be well formed: anything else raises SyntaxError.
"""

import re

_TOKEN = re.compile(
    r'[ \t\n\r]*(?:([{}\[\],:])'
    r'|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
    r'|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)'
    r'|(true|false|null))')
_NUMBER = re.compile(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z')
_STRING_OR_SPACE = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\n\r]+')
_ESCAPE = re.compile(
    r'\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})'
    r'|\\u([0-9a-fA-F]{4})|\\(.)')
_LETTERS = {'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
_MUST_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_SHORT = {'"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n',
          '\r': '\\r', '\t': '\\t'}

WHITE_SPACE = ' \t\n\r'


class Value:
    """One JSON value: its kind, its source text and, for containers, its parts.

    kind is one of object, array, string, number, true, false, null.
    members is a list of (key Value, Value); items a list of Value. Objects and
    strings have the number of the line on which they begin, from 1.
    """

    __slots__ = ('kind', 'raw', 'members', 'items', 'line', '_text', '_lookup')

    def __init__(self, kind, raw, members=None, items=None):
        self.kind = kind
        self.raw = raw
        self.members = members
        self.items = items
        self.line = None
        self._text = None
        self._lookup = None

    @property
    def text(self):
        """The decoded text of a string; the source text of any other scalar."""
        if self._text is None:
            self._text = unescape(self.raw[1:-1]) if self.kind == 'string' else self.raw
        return self._text

    @property
    def lookup(self):
        """The members of an object by decoded key. The last of equal keys wins."""
        if self._lookup is None:
            self._lookup = {key.text: value for key, value in self.members}
        return self._lookup

    @property
    def is_scalar(self):
        return self.kind not in ('object', 'array')

    @property
    def is_absent(self):
        """Whether the value is null or an empty string."""
        return self.kind == 'null' or self.raw == '""'

    def compact(self):
        """The source text without whitespace between tokens."""
        return compact(self.raw)


def compact(raw):
    return _STRING_OR_SPACE.sub(lambda match: match.group(1) or '', raw)


def spans_lines(raw):
    """Whether there is a line feed between tokens (strings cannot contain one)."""
    return '\n' in raw


def is_number(text):
    return _NUMBER.match(text) is not None


def unescape(inner):
    """Decodes the content of a JSON string; lone surrogates become U+FFFD."""
    return _ESCAPE.sub(_unescaped, inner) if '\\' in inner else inner


def _unescaped(match):
    high, low, unit, letter = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if unit:
        code = int(unit, 16)
        return '\ufffd' if 0xD800 <= code <= 0xDFFF else chr(code)
    return _LETTERS.get(letter, letter)


def escape(text):
    """The content of a JSON string for text, with only the required escapes."""
    return _MUST_ESCAPE.sub(
        lambda match: _SHORT.get(match.group()) or '\\u%04x' % ord(match.group()), text)


def quoted(text):
    return '"' + escape(text) + '"'


def string_value(text):
    return Value('string', quoted(text))


class Reader:
    """Reads consecutive values of one text."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.line = 1
        self.counted = 0

    def line_of(self, start):
        """The line of a position. Positions must be requested in order."""
        self.line += self.text.count('\n', self.counted, start)
        self.counted = start
        return self.line

    def token(self):
        match = _TOKEN.match(self.text, self.at)
        if not match:
            raise SyntaxError('no JSON token at character %d' % self.at)
        self.at = match.end()
        return match

    def value(self):
        return self._value(self.token())

    def _value(self, match):
        which = match.lastindex
        raw = match.group(which)
        if which == 2:
            return Value('string', raw)
        if which == 3:
            return Value('number', raw)
        if which == 4:
            return Value(raw, raw)
        start = match.start(which)
        if raw == '{':
            return self._object(start)
        if raw == '[':
            return self._array(start)
        raise SyntaxError('unexpected %r at character %d' % (raw, start))

    def _object(self, start):
        members, line = [], self.line_of(start)
        match = self.token()
        while match.group(1) != '}':
            if match.lastindex != 2 or self.token().group(1) != ':':
                raise SyntaxError('no member at character %d' % match.start())
            member = self.value()
            if member.kind == 'string':
                member.line = self.line_of(self.at)
            members.append((Value('string', match.group(2)), member))
            match = self._next('}')
        value = Value('object', self.text[start:self.at], members=members)
        value.line = line
        return value

    def _array(self, start):
        items = []
        match = self.token()
        while match.group(1) != ']':
            items.append(self._value(match))
            if match.lastindex == 2:
                items[-1].line = self.line_of(match.start(2))
            match = self._next(']')
        return Value('array', self.text[start:self.at], items=items)

    def _next(self, close):
        match = self.token()
        if match.group(1) == ',':
            match = self.token()
            if match.group(1) == close:
                raise SyntaxError('a comma before the end at character %d' % match.start())
        elif match.group(1) != close:
            raise SyntaxError('no comma at character %d' % match.start())
        return match

    def skip_separators(self):
        """Skips whitespace and the record separators of RFC 7464."""
        while self.at < len(self.text) and self.text[self.at] in WHITE_SPACE + '\x1e':
            self.at += 1
        return self.at < len(self.text)


def read_values(data):
    """Yields the top-level values of a file's bytes (a BOM is ignored)."""
    text = data.decode('utf-8')
    reader = Reader(text[1:] if text.startswith('\ufeff') else text)
    while reader.skip_separators():
        yield reader.value()


def read_one(text):
    """The one value of the text, or None if it is not JSON."""
    reader = Reader(text)
    try:
        value = reader.value()
    except (SyntaxError, RecursionError):
        return None
    return None if reader.skip_separators() else value
