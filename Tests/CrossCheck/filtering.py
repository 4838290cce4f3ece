"""`filter`: prints the cards that match, their bytes unchanged."""

import json_tokens
import sorting
import times
from conditions import Where, types_named
from converting import UsageError, assembled
from model import lowercased, text_of

FLAGS = ['pinned', 'dismissible', 'viewed', 'clicked', 'dismissed', 'test']


class Selection:
    """Every selector of one command line. All must match."""

    def __init__(self, options, classes, now, zone):
        self.now, self.zone = now, zone
        self.classes = classes
        self.tests = []
        self._add_names(options)
        self._add_flags(options)
        self._add_times(options)
        wheres = [Where(text, now, zone) for text in options.where]
        self.tests += [where.holds for where in wheres]

    def _add_names(self, options):
        # `convert --class-type` is about its registry.
        if options.class_type and options.command == 'filter':
            names = {lowercased(name) for name in options.class_type}
            self.tests.append(lambda card: card.class_name in names
                              or 'none' in names and card.class_name not in self.classes)
        if options.type:
            types = [types_named(name) for name in options.type]
            if not all(types):
                raise UsageError('no such type')
            self.tests.append(lambda card: card.type in set().union(*types))
        if options.id:
            ids = set().union(*map(_ids, options.id))
            self.tests.append(lambda card: text_of(card.fields.get('id')) in ids)
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
        if options.shown:
            self.tests.append(lambda card: not card.is_control)
        if options.active or options.shown:
            self.tests.append(lambda card: not (
                card.is_expired(self.now) or card.is_removed or card.fields['dismissed']))
        if options.expired:
            self.tests.append(lambda card: card.is_expired(self.now))

    def _add_times(self, options):
        for option, field, after in (
                ('created_after', 'created', True), ('created_before', 'created', False),
                ('expires_after', 'expires_at', True), ('expires_before', 'expires_at', False)):
            texts = getattr(options, option)
            limits = [times.parse_argument(text, self.now, field == 'created', self.zone)
                      for text in texts]
            if None in limits:
                raise UsageError('no time: %s' % texts)
            if limits:
                self.tests.append(lambda card, field=field, after=after, limits=limits: any(
                    _is_beside(card, field, after, limit) for limit in limits))

    def holds(self, card):
        return all(test(card) for test in self.tests)


def _ids(argument):
    """The ids that `ID` or `@FILE` means."""
    if not argument.startswith('@'):
        return {argument}
    with open(argument[1:], encoding='utf-8') as file:
        return {line for line in file.read().splitlines() if line.strip()}


def _has_extra(card, key, values):
    value = card.extra(key)
    return value is not None and (None in values or text_of(value) in values)


def _is_beside(card, field, after, time):
    value = card.fields.get(field)
    if value is None and field != 'expires_at':
        return False
    seconds = times.NEVER if value is None else value.seconds
    return seconds > time if after else seconds < time


def own_bytes(card):
    raw = card.raw
    return json_tokens.compact(raw) if json_tokens.spans_lines(raw) else raw


def run(options, cards, classes, now, zone, bad):
    """Filters cards (with `bad` marks between them).

    Returns the output, the status and the printed cards.
    """
    selection = Selection(options, classes, now, zone)
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
        if options.ids and (identifier is None or '\n' in identifier or '\r' in identifier):
            # Nothing is printed for the card, so --limit does not count it. An id with a line
            # break would be read as two, and is an error.
            status = 1 if identifier else status
            continue
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
