"""Times of content cards: reading, printing and comparing them exactly.

A Time keeps its canonical text (epoch seconds) and its exact value.
"""

import re
import zoneinfo
from datetime import datetime, timedelta, timezone
from decimal import Decimal, MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, getcontext

from json_tokens import WHITE_SPACE, is_number

FIRST_MILLISECONDS = 253402300800
YEAR_1_MS = -62135596800000
YEAR_9999_END_MS = 253402300799999
_EPOCH = datetime(1970, 1, 1)
getcontext().prec = 2000
getcontext().Emax, getcontext().Emin = MAX_EMAX, MIN_EMIN
_UNITS = {'s': 1, 'm': 60, 'h': 3600, 'd': 86400, 'w': 604800}
_ISO = re.compile(
    r'(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?'
    r'(Z|z|[+-]\d\d(?::?\d\d)?)?)?\Z', re.ASCII)
_DURATION = re.compile(r'([+-]?)((?:(?:0|[1-9]\d*)(?:\.\d+)?[smhdw])+)\Z', re.ASCII)
_PART = re.compile(r'(\d+(?:\.\d+)?)([smhdw])', re.ASCII)
_EPOCH_ARGUMENT = re.compile(r'0\Z|[1-9]\d{8,10}(?:\.\d+)?\Z|[1-9]\d{11,}\Z', re.ASCII)
_DAYS = {'yesterday': -1, 'today': 0, 'tomorrow': 1}
# The expiry of a card that never expires.
NEVER = Decimal('Infinity')


class Time:
    """An instant: spelling is its canonical text, seconds its exact value."""

    __slots__ = ('spelling', '_seconds')

    def __init__(self, spelling, seconds=None):
        self.spelling = spelling
        self._seconds = seconds

    @property
    def seconds(self):
        if self._seconds is None:
            self._seconds = exact(self.spelling)
        return self._seconds

    @property
    def milliseconds(self):
        """Whole milliseconds, rounded half away from zero."""
        return int((self.seconds * 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP))

    @property
    def is_printable(self):
        """Whether a calendar date of years 1 to 9999 exists for it."""
        if abs(self.seconds) > YEAR_9999_END_MS:
            return False
        return YEAR_1_MS <= self.milliseconds <= YEAR_9999_END_MS

    def iso(self, always_milliseconds=False, zone=None):
        """ISO 8601 in a zone, with its offset unless that is zero."""
        whole, fraction = divmod(self.milliseconds, 1000)
        date = _EPOCH + timedelta(seconds=whole)
        minutes = 0
        if zone and 1 < date.year < 9999:
            offset = date.replace(tzinfo=timezone.utc).astimezone(zone).utcoffset()
            minutes = int(offset.total_seconds() / 60)
            date += timedelta(minutes=minutes)
        text = '%04d-%02d-%02dT%02d:%02d:%02d' % date.timetuple()[:6]
        if fraction or always_milliseconds:
            text += '.%03d' % fraction
        if not minutes:
            return text + 'Z'
        return text + '%s%02d:%02d' % (('+-'[minutes < 0],) + divmod(abs(minutes), 60))


def exact(spelling):
    """The value of a JSON number; Decimals compare exactly at any size."""
    return Decimal(spelling)


def from_milliseconds(milliseconds):
    sign = '-' if milliseconds < 0 else ''
    whole, fraction = divmod(abs(milliseconds), 1000)
    text = sign + str(whole)
    if fraction:
        text += ('.%03d' % fraction).rstrip('0')
    return Time(text)


def from_number(spelling, always_milliseconds=False):
    """A JSON number: past the year 9999 (or always, in capacitor) milliseconds."""
    magnitude = abs(Decimal(spelling))
    if magnitude < FIRST_MILLISECONDS and not always_milliseconds:
        return Time(spelling)
    # No clock reaches such a number.
    if magnitude >= 10 ** 18:
        return None
    if magnitude > YEAR_9999_END_MS:
        return Time(spelling)
    rounded = Decimal(spelling).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return from_milliseconds(int(rounded))


def from_iso(text, local=timezone.utc):
    """A time of ISO 8601; without a zone, it is in `local`."""
    match = _ISO.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    try:
        date = datetime(int(year), int(month), int(day),
                        int(hour or 0), int(minute or 0), int(second or 0))
    except ValueError:
        return None
    if zone is None and local is not timezone.utc:
        return from_milliseconds(int(date.replace(tzinfo=local).timestamp()) * 1000
                                 + int(((fraction or '') + '000')[:3]))
    seconds = int((date - _EPOCH).total_seconds()) - _offset(zone)
    return from_milliseconds(seconds * 1000 + int(((fraction or '') + '000')[:3]))


def _offset(zone):
    if not zone or zone in 'Zz':
        return 0
    digits = zone[1:].replace(':', '')
    seconds = int(digits[:2]) * 3600 + int(digits[2:] or 0) * 60
    return -seconds if zone[0] == '-' else seconds


def from_value(value, always_milliseconds=False):
    """The time of a card's value, or None."""
    if value is None or value.kind not in ('number', 'string'):
        return None
    if value.kind == 'number':
        return from_number(value.raw, always_milliseconds)
    text = value.text.strip(WHITE_SPACE)
    if is_number(text):
        return from_number(text, always_milliseconds)
    return from_iso(value.text)


def parse_argument(text, now, ago, zone=timezone.utc):
    """Seconds of a time on the command line, or None if text is not a time.

    A duration without a sign is in the past if ago is true. Otherwise the time may
    be never.
    """
    text = text.strip(WHITE_SPACE)
    word = text.lower()
    if word in ('never', '-1'):
        return None if ago else NEVER
    if word == 'now':
        return now
    if word in _DAYS:
        today = datetime.fromtimestamp(int(now), zone).date() + timedelta(days=_DAYS[word])
        return int(datetime(today.year, today.month, today.day, tzinfo=zone).timestamp())
    match = _DURATION.match(text)
    if match:
        sign, parts = match.groups()
        seconds = sum(Decimal(number) * _UNITS[unit]
                      for number, unit in _PART.findall(parts))
        past = sign == '-' or (not sign and ago)
        return now - seconds if past else now + seconds
    if _EPOCH_ARGUMENT.match(text):
        time = from_number(text, len(text.split('.')[0]) > 11)
        return time.seconds if time.is_printable else None
    iso = from_iso(text, zone)
    return iso.seconds if iso else None


def zone(name):
    """The zone that `--tz` names."""
    if name == 'UTC':
        return timezone.utc
    if name[0] in '+-':
        return timezone(timedelta(seconds=_offset(name)))
    return zoneinfo.ZoneInfo(name)


def current():
    return exact('%.3f' % datetime.now(timezone.utc).timestamp())
