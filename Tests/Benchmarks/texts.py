"""Generated words of cards: titles, descriptions, pages, tags and links."""

_THINGS = ['flat white', 'oat latte', 'croissant', 'rain jacket', 'trail shoes', 'gift card',
           'festival pass', 'city bike', 'window seat', 'night bus', 'museum day', 'rye bread']
_FOREIGN = ['Café crème', 'Crème brûlée', 'Smörgåstårta', 'Grüße aus Köln', 'Señal de otoño',
            'コーヒーとケーキ', '今週のおすすめ', 'Привет, зима', '겨울 할인', '冬季特卖 😀', 'Ζεστός καφές']
_OPENERS = ['Two for one: {}', 'New: {}', '{}, now in your town', 'Your {} is waiting',
            'Because you liked the {}', '20 % off every {}', 'Last call: {}', 'The "{}" week', '{}']
_SENTENCES = [
    'Show this card at the counter and we take care of the rest.',
    'Only until Sunday, while stocks last.',
    'Collect your {} within 14 days.',
    'You have {} points, enough for a {}.',
    'Members get it first: the {} is back, and the line is short.',
    'Nur für kurze Zeit: {} für alle, die früh aufstehen.',
    'Livraison offerte dès {} € d’achat, même à l’étranger.',
    '「{}」の新しい季節がやってきました。今すぐチェック!',
    'Terms:\n- one per person\n- not with other offers',
    'Say "{}" at the till \\ or scan the code.',
    'Sizes 36/37 to 46/47, in many colours 🎉.',
]
_TAGS = ['coffee', 'tea', 'breakfast', 'vegan', 'sale', 'autumn', 'neu', 'été', 'outdoor', 'kids']
_HOSTS = ['cdn.example.com', 'images.example.net', 'assets.example.org']


def _thing(source):
    return source.choice(_FOREIGN) if source.random() < 0.2 else source.choice(_THINGS)


def titles(source, count=900):
    return [source.choice(_OPENERS).format(_thing(source)) for _ in range(count)]


def descriptions(source, count=1500):
    """From a few words to several hundred bytes, most of them short."""
    return [_paragraph(source, 1 + int(4 * source.random() ** 5)) for _ in range(count)]


def _paragraph(source, sentences):
    made = []
    for _ in range(sentences):
        sentence = source.choice(_SENTENCES)
        places = sentence.count('{}')
        made.append(sentence.format(*[
            str(source.randrange(2, 400)) if place == 0 and places == 2 else _thing(source)
            for place in range(places)]))
    return ' '.join(made)


def pages(source, count=200):
    """HTML of web-view messages, one half to two kilobytes."""
    made = []
    for _ in range(count):
        body = '\n'.join('<p class="text">%s</p>\n\t<img src="https://%s/%x.png"/>' % (
            _paragraph(source, 1), source.choice(_HOSTS), source.getrandbits(64))
            for _ in range(source.randrange(2, 5)))
        made.append('<!doctype html>\n<html><body style="margin:0">\n%s\n</body></html>' % body)
    return made


def tags(source, count=200):
    return [source.choice([',', ', ']).join(source.sample(_TAGS, source.randrange(1, 5)))
            for _ in range(count)]


def images(source, count=800):
    return ['https://%s/image_assets/%024x/original.%s?%d' % (
        source.choice(_HOSTS), source.getrandbits(96),
        'gif' if source.random() < 0.04 else source.choice(['png', 'jpg']),
        source.randrange(1600000000, 1764000000)) for _ in range(count)]


def links(source, count=800):
    return [source.choice([
        'https://www.example.com/%s/%d?utm_source=card&utm_campaign=%x',
        'app://orders/%s-%d/%x', 'https://example.com/caf%%C3%%A9/%s/%d#%x'])
        % (source.choice(['menu', 'offers', 'stores']), source.randrange(10 ** 5),
           source.getrandbits(40)) for _ in range(count)]


def page_of(size):
    """A string of about `size` bytes with escapes and letters of several bytes."""
    sentence = 'Zwölf "große" Tassen Kaffee, an einem Tag getrunken; 一杯また一杯。 '
    return sentence * (size // len(sentence.encode()) + 1)
