"""`filter`: prints the cards that match, their bytes untouched."""

import re

import json_tokens
import model
import sorting
import times
from converting import UsageError, assembled
from json_tokens import WHITE_SPACE, is_number
from model import lowercased, text_of

FLAGS = ['pinned', 'dismissible', 'viewed', 'clicked', 'dismissed', 'test']
_OPERATOR = re.compile(r'!=|<=|>=|\^=|\$=|\*=|=|<|>')
_COMPARE = {
    '=': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b,
    '<=': lambda a, b: a <= b, '>': lambda a, b: a > b, '>=': lambda a, b: a >= b}
_MATCH = {'^=': str.startswith, '$=': str.endswith, '*=': str.__contains__}


class Where:
    """One `--where 'FIELD OP VALUE'` or bare FIELD."""

    def __init__(self, text, now):
        match = _OPERATOR.search(text)
        self.now = now
        self.name = (text[:match.start()] if match else text).strip()
        self.operator = match.group() if match else None
        self.value = _unquoted(text[match.end():].strip()) if match else None
        self.time = None
        if not is_field(self.name):
            raise UsageError('no such field: %s' % self.name)
        if match and self.name in model.TIMES:
            self.time = times.parse_argument(self.value, now, ago=self.name == 'created')

    def holds(self, card):
        value = card.field(self.name, self.now)
        if self.operator is None:
            return value if isinstance(value, bool) else value is not None
        if value is None:
            never = self.name == 'expires_at' and self.time is not None
            return self.operator == '!=' or never and self.operator in ('>', '>=')
        if self.operator in _MATCH:
            return _MATCH[self.operator](text_of(value), self.value)
        compare = _COMPARE[self.operator]
        if self.time is not None:
            return compare(value.seconds, self.time)
        return compare(*_comparable(text_of(value), self.value))


def _comparable(left, right):
    """Both sides as numbers when both are JSON numbers, else as text."""
    numbers = left.strip(WHITE_SPACE), right.strip(WHITE_SPACE)
    if all(map(is_number, numbers)):
        return tuple(map(times.exact, numbers))
    return left.encode('utf-8'), right.encode('utf-8')


def is_field(name):
    return (name in model.FIELDS or name in model.DERIVED
            or name.startswith('extras.') and len(name) > len('extras.'))


def _unquoted(text):
    if len(text) >= 2 and text[0] == text[-1] and text[0] in '"\'':
        return text[1:-1]
    return text


class Selection:
    """Every selector of one command line: all must hold."""

    def __init__(self, options, classes, now):
        self.now = now
        self.classes = classes
        self.tests = []
        self._add_names(options)
        self._add_flags(options)
        self._add_times(options)
        wheres = [Where(text, now) for text in options.where]
        self.tests += [where.holds for where in wheres]

    def _add_names(self, options):
        if options.class_type:
            names = {lowercased(name) for name in options.class_type}
            self.tests.append(lambda card: card.class_name in names
                              or 'none' in names and card.class_name not in self.classes)
        if options.type:
            self.tests.append(lambda card: card.type in options.type)
        if options.id:
            self.tests.append(lambda card: text_of(card.fields.get('id')) in options.id)
        wanted = {}
        for text in options.extra:
            key, equals, value = text.partition('=')
            wanted.setdefault(key, []).append(value if equals else None)
        for key, values in wanted.items():
            self.tests.append(lambda card, key=key, values=values: _has_extra(card, key, values))

    def _add_flags(self, options):
        for name in FLAGS:
            wanted = getattr(options, name)
            if wanted is not None:
                self.tests.append(
                    lambda card, name=name, wanted=wanted: card.fields[name] == wanted)
        if options.control is not None:
            self.tests.append(lambda card: card.is_control == options.control)
        if options.active:
            self.tests.append(lambda card: not (
                card.is_expired(self.now) or card.is_removed or card.fields['dismissed']))
        if options.expired:
            self.tests.append(lambda card: card.is_expired(self.now))

    def _add_times(self, options):
        for option, field, after in (
                ('created_after', 'created', True), ('created_before', 'created', False),
                ('expires_after', 'expires_at', True), ('expires_before', 'expires_at', False)):
            text = getattr(options, option)
            if text is None:
                continue
            time = times.parse_argument(text, self.now, ago=field == 'created')
            if time is None:
                raise UsageError('no time: %s' % text)
            self.tests.append(lambda card, field=field, after=after, time=time:
                              _is_beside(card, field, after, time))

    def holds(self, card):
        return all(test(card) for test in self.tests)


def _has_extra(card, key, values):
    value = card.extra(key)
    return value is not None and (None in values or text_of(value) in values)


def _is_beside(card, field, after, time):
    value = card.fields.get(field)
    if value is None:
        return after and field == 'expires_at'
    return value.seconds > time if after else value.seconds < time


def own_bytes(card):
    raw = card.raw
    return json_tokens.compact(raw) if json_tokens.spans_lines(raw) else raw


def run(options, cards, classes, now, bad):
    """Filters cards (with `bad` marks between them).

    Gives the output's text, the status and the cards that were printed.
    """
    selection = Selection(options, classes, now)
    status, matching, seen = 0, [], set()
    for card in cards:
        if options.limit is not None and not options.sort and len(matching) >= options.limit:
            break
        if card is bad:
            status = 1
            continue
        if selection.holds(card) == options.invert_match:
            continue
        identifier = text_of(card.fields.get('id'))
        if options.unique and identifier is not None:
            if identifier in seen:
                continue
            seen.add(identifier)
        if options.ids and identifier is None:
            continue  # Nothing is printed for the card, so no limit counts it.
        matching.append((card, identifier))
    matching = sorting.ordered(matching, options.sort, now)[:options.limit]
    if options.exit_status and not matching and status == 0:
        status = 4
    printed = [card for card, _ in matching]
    if options.count:
        return '%d\n' % len(matching), status, printed
    if options.ids:
        return ''.join(identifier + '\n' for _, identifier in matching), status, printed
    return assembled(map(own_bytes, printed), options.to), status, printed
