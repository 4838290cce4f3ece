"""The bad example of every rule, repeated: as values on one line, and in one value."""

import json

from counting import Input

_CARD = '{"id":"%s","tp":"control","ca":1}'
_EVENT = '{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z"%s}'

# The time at which the examples break their rules.
_NOON = '2026-11-21T12:00:00Z'

# The options that an example needs to break its rule.
_ARGUMENTS = {
    'card/payload-size': ['--max-payload', '10'],
    'class/type-missing': ['--classes', 'classes.json'],
    'class/type-unknown': ['--classes', 'classes.json'],
    'card/too-large': ['--max-card-size', '64'],
    'profile/android': ['--profile', 'android'],
    'profile/braze-swift': ['--profile', 'braze-swift'],
    'profile/flutter': ['--profile', 'flutter'],
    'profile/watermark-missing': ['--profile', 'braze-swift'],
    'profile/web': ['--profile', 'web'],
    'configuration/key-unknown': ['--kind', 'configuration'],
    'configuration/key-repeated': ['--kind', 'configuration'],
    'configuration/value': ['--kind', 'configuration'],
    'trigger/property-invalid': ['--config', 'contracts.json'],
    'trigger/property-missing': ['--config', 'contracts.json'],
    'trigger/property-unknown': ['--config', 'contracts.json'],
}

# Examples that --explain shortens, or that need more than an option.
_LONG = {
    'feed/too-many-cards': '[%s]' % ','.join(_CARD % number for number in range(251)),
    'request/recipients-too-many':
        '{"campaign_id":"c","recipients":[%s]}'
        % ','.join('{"external_user_id":"u%d"}' % number for number in range(51)),
    'trigger/properties-too-large':
        '{"campaign_id":"c","broadcast":true,"trigger_properties":{"a":"%s"}}' % ('x' * 52000),
    'track/objects-too-many': '{"events":[%s]}' % ','.join([_EVENT % ''] * 76),
    'track/objects-total': '{"events":[%s],"attributes":[{"external_id":"u","plan":"a"}]}'
        % ','.join([_EVENT % ''] * 75),
    'track/name-too-long': '{"events":[%s]}' % (_EVENT % '').replace('"a"', '"%s"' % ('a' * 256)),
    'track/text-too-long':
        '{"events":[%s]}' % (_EVENT % (',"properties":{"a":"%s"}' % ('a' * 256))),
    'track/properties-too-large':
        '{"events":[%s]}' % (_EVENT % (',"properties":{"a":"%s"}' % ('x' * 103000))),
}


def inputs(counter):
    """Two inputs for each rule that break it."""
    found = []
    for line in counter.output(['validate', '--list-rules']).splitlines():
        rule, severity = line.split()[:2]
        page = counter.output(['validate', '--explain', rule])
        # Rules about a whole run have no examples.
        if '\nwrong:\n' not in page:
            continue
        example = _LONG.get(rule) or _bad_example(page)
        arguments = ['validate', '--jobs', '1', '--at', _NOON] + _ARGUMENTS.get(rule, [])
        if severity == 'off':
            arguments += ['--rule', rule + '=warning']
        own = [Input(rule + ', values', arguments, _values(example))]
        inside = _inside(example)
        if inside:
            own.append(Input(rule + ', inside', arguments, inside))
        _check(rule, own, counter)
        found += own
    return found


def _check(rule, inputs, counter):
    texts = [counter.output(list(one.arguments) + [counter.write('example.json', one.make(8))])
             for one in inputs]
    if not any('[%s]' % rule in text for text in texts):
        raise SystemExit('linear: no input breaks the rule ' + rule)


def _bad_example(page):
    lines = page.split('\nwrong:\n')[1].split('\nright:\n')[0].splitlines()
    return '\n'.join(line[2:] for line in lines).strip()


def _values(example):
    """The example repeated, on one line unless it is broken JSON."""
    try:
        value = json.loads(example, object_pairs_hook=_Pairs)
    except ValueError:
        return lambda count: (example + '\n') * count
    line = _text(value)
    if isinstance(value, _Pairs) and any(key in ('tp', 'id', 'idString') for key, _ in value):
        return lambda count: '[%s]' % ','.join([line] * count)
    return lambda count: ' '.join([line] * count)


def _inside(example):
    """One value that repeats all members and elements of the example."""
    try:
        value = json.loads(example, object_pairs_hook=_Pairs)
    except ValueError:
        return None
    return lambda count: _text(value, count)


class _Pairs(list):
    """The members of an object in order, repeated ones included."""


def _text(value, count=1):
    """JSON that repeats the content of each container `count` times. The last duplicate wins, so
    only the last one repeats the content of inner containers."""
    def one(inner, times):
        return ','.join(
            '%s:%s' % (json.dumps(part[0]), _text(part[1], times))
            if isinstance(inner, _Pairs) else _text(part, times) for part in inner)
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    parts = [one(value, 1)] * (count - 1) + [one(value, count)]
    return ('{%s}' if isinstance(value, _Pairs) else '[%s]') % ','.join(filter(None, parts))
