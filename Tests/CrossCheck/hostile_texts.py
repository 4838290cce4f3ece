"""Strings that try to act as something other than text where they are printed.

Lone surrogates cannot be encoded: JSON has them only as escapes, and they are
U+FFFD wherever text is decoded.
"""

import re

CONTROLS = [chr(code) for code in list(range(0x20)) + list(range(0x7F, 0xA0))]
DIRECTIONS = [chr(code) for code in [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F),
                                     *range(0x2066, 0x206A)]]

TEXTS = [
    # Delimiters of JSON, CSV, shells and HTML.
    '"', "'", '\\', '\\"', '""', '"""', '\\\\', '\\n', '\\u0041', 'a"b', "a'b", 'a,b', ',', ';', '|',
    'a;b|c', '",="', 'a\tb', '\t', 'a\nb', 'a\rb', 'a\r\nb', '\n', '\r', '\r\n', '\n\n', '"\n"',
    'a\n::error::b', 'end\n', '\nbegin', '`id`', '$(id)', '${HOME}', '; rm x', '&& x', '%s%n%d', '%00',
    '%0A', '%0D%0A::error::x', '%25', '{', '}', '[', ']', '{}', '[]', '{"a":1}', '[1]', '}{', '//', '/*',
    # Controls of a terminal.
    '\x1b[31mred\x1b[0m', '\x1b]0;title\x07', '\x1b]8;;https://example.com\x1b\\x', '\x9b2J', '\x9d0;x\x9c',
    '\x08\x08\x08', '\x00', 'a\x00b', '\x7f', '\x85', '\x1a', '\x1e', '\x0b\x0c', ''.join(CONTROLS),
    # Invisible characters, and those that reverse the direction of others.
    '\u202egnp.exe\u202c', '\u2066a\u2069', ''.join(DIRECTIONS), '\u200b', 'a\u200db', '\u2060', '\xad',
    '\ufeff', '\ufeffa', '\u2028', '\u2029', 'a\u2028::error::b', '\ufffe\uffff', '\ufffd', '\u180e', '\u3164',
    '\U000e0041\U000e0042', '\U0010ffff', '\ue000', '\xa0', '\u3000', '\u2003a\u2003',
    # Scripts and combining characters.
    'I\u0131\u0130i', '\u0130STANBUL', 'stra\xdfe', '\u1e9e', '\ufb01', 'e\u0301', '\xe9', '\u1100\u1161\u11a8',
    '\u0634\u0643\u0631\u0627', '\u05e9\u05dc\u05d5\u05dd abc', '\u65e5\u672c\u8a9e', '\uff21\uff22\uff23',
    '\U0001f600', '\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466', '\U0001f3f4\U000e0067\U000e007f',
    '\U0001f1e9\U0001f1ea', '1\ufe0f\u20e3', 'a' + '\u0301' * 300, '\u0e33' * 20, '\u0660\u0661', '\u2212' + '1',
    '\ud83d', '\ude00', 'a\ud83d', '\ude00\ud83d', '\ud83dx\ude00', '\udfff\ud800',
    # Markup.
    '</script>', '<script>alert(1)</script>', '<!--', '-->', '<!-- <script>', ']]>', '<![CDATA[', '<?xml?>',
    '<b>', '&amp;', '&#10;', '&', '&lt', '"><img src=x onerror=alert(1)>', "' onclick='x", '</style>', '</title>',
    '</textarea>', '<br/>', '<svg/onload=alert(1)>', 'javascript:alert(1)', ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>', 'https://example.com/"><b>', '//example.com', '#top', '&#x6a;avascript:',
    # Formulas.
    '=1+1', '=cmd|\' /C calc\'!A0', '+1', '-1', '+1+1', '-1+1', '@SUM(1)', '=HYPERLINK("https://example.com")',
    '\t=1', '\r=1', ' =1', '\uff1d1', '|x', '-', '+', '=', '@', '-a', '+49 30 1', "'=1", '"=1"',
    # Commands of CI systems.
    '::error::x', '::stop-commands::x', ' ::error::x', '\u2003::error::x', '::set-output name=a::b', '::', ':::',
    '##[error]x', '##vso[task.setvariable variable=a]b', 'a ##vso[task.complete]b', "##teamcity[message text='x']",
    '##[group]', '###vso[a.b]', '##', '#', '##VSO[a.b]', 'section_start:0:a\r\x1b[0K', '[command]x',
    '\x1b[0m::error::x',
    # Templates, and words that other formats read as other values.
    '{{liquid}}', '{% if x %}', '{{', '}}', '{{${user_id}}}', '#{x}', '<%= x %>', '$x', '\\(x)', '{0}', '%@',
    'null', 'NULL', 'nil', 'None', 'undefined', 'true', 'false', 'TRUE', 'yes', 'NaN', 'Infinity', '-Infinity',
    '0', '-0', '00', '007', '1', '1.0', '1e5', '1E400', '0x1F', '1_000', '1,000', '9007199254740993',
    '123456789012345678901234567890', '2026-11-20', '2026-11-20T09:00:00Z', '12:30', '1/2', 'constructor',
    '__proto__', 'toString', 'NA', '-1.5', '.5', '5.', '+5',
    # Leading and trailing whitespace, and long strings.
    ' ', '  ', ' a', 'a ', ' a ', '\ta', 'a\t', '\u2003', 'x' * 5000, '\U0001f600' * 500, '"' * 300, '\n' * 300,
    '\\' * 301, ',' * 300, '<' * 300, '\x00' * 50, 'a b' * 400, '..', '.', '/', '../../etc/passwd', '~', '*', '?',
    '-h', '--help', '--', '@file', 'a=b', '=', 'a=',
]

TEXTS = list(dict.fromkeys(TEXTS))

# Those that can be a word of a command line, and are unchanged by decoding.
ARGUMENTS = [text for text in TEXTS if not re.search('[\0\ud800-\udfff\ufffd]', text)]

ACTIVE = re.compile('[%s]' % re.escape(''.join(
    [c for c in CONTROLS if c != '\n'] + DIRECTIONS + ['\u2028', '\u2029', '\ufffe', '\uffff'])))
MARK = re.compile(r'##[A-Za-z]*\[')


def decoded(text):
    """The string where lone surrogates cannot occur."""
    return re.sub('[\ud800-\udfff]', '\ufffd', text)


def trouble(output, with_commands=False):
    """What would act when these lines are shown, or None."""
    try:
        text = output.decode('utf-8')
    except UnicodeDecodeError as error:
        return 'no UTF-8: %s' % error
    found = ACTIVE.search(text)
    if found:
        return 'U+%04X: %r' % (ord(found.group()), text[max(0, found.start() - 40):found.end() + 20])
    for line in text.split('\n'):
        if not with_commands and line.strip().startswith('::'):
            return 'a command: %r' % line[:80]
        if MARK.search(line):
            return 'a mark: %r' % line[:200]
    return None
