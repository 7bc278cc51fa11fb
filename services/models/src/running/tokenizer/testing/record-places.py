"""Prints what PyPI's `tokenizers` makes of texts, character by character and word by word: record-places.py > places.json"""

import json

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from charsmap import compiled

N, P = normalizers, pre_tokenizers
TABLE = {"\ufb01": "fi", "e\u0301": "\u00e9", "\u00ad": "", "\u3000": " ", "\u338f": "kg"}
BERT = "\u00c9t\u00e9 10\u20ac 5\u00b0c good\U0001f44d so\u00adft zero\u200bwidth \u4e2d\U00020000 \u039f\u0394\u039f\u03a3 e\u0301x"
MARKS = "x\u1e69\u0323y \u1e0b\u0323\u0301 s\u0323\u0307 o\u0309\u0302 \ufb01 \u2460\u338f \u1100\u1161\u11a8\uac01 \uff76\uff9e"
NORMALIZERS = [
    (N.BertNormalizer(lowercase=True), BERT),
    (N.BertNormalizer(lowercase=False), BERT),
    *((form(), MARKS) for form in (N.NFC, N.NFD, N.NFKC, N.NFKD)),
    (N.Sequence([N.NFD(), N.StripAccents(), N.Lowercase()]), MARKS),
    (N.Precompiled(compiled({key.encode(): text.encode() for key, text in TABLE.items()})), "a\ufb01e\u0301b\u00ad\u3000\u338f e\u0301\u0302"),
    (N.Sequence([N.Strip(), N.Replace(Regex(" {2,}"), "_"), N.Replace("ab", "XYZ"), N.Prepend("\u2581")]), "  ab  c ab "),
]
WORDS = "Hello, it's  10\u20ac\u00a05\u00b0c good\U0001f44d na\u00efve-\u4e2d\u6587 \u0e17\u0e35\u0e48 a1b\u00bd\n"
PRE_TOKENIZERS = [
    P.BertPreTokenizer(),
    P.Whitespace(),
    P.WhitespaceSplit(),
    P.ByteLevel(add_prefix_space=True),
    P.ByteLevel(add_prefix_space=False),
    P.Metaspace(),
    P.Metaspace(prepend_scheme="never", split=False),
    P.Digits(individual_digits=True),
    P.Punctuation(),
    P.Sequence([P.WhitespaceSplit(), P.Punctuation("merged_with_next"), P.Digits()]),
    P.CharDelimiterSplit(","),
    *(P.Split(" ", behavior) for behavior in ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")),
]


def part(name, of):
    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    setattr(tokenizer, name, of)
    return tokenizer, json.loads(tokenizer.to_str())[name]


def normalized(normalizer, text):
    tokenizer, definition = part("normalizer", normalizer)
    tokenizer.pre_tokenizer = P.Split(Regex(r"[\s\S]"), "isolated")
    places = tokenizer.encode(text).offsets
    characters = list(normalizer.normalize_str(text))
    assert len(places) == len(characters)
    return {"definition": definition, "text": text, "pieces": [[c, *place] for c, place in zip(characters, places)]}


def cut(pre_tokenizer):
    _, definition = part("pre_tokenizer", pre_tokenizer)
    pieces = [[piece, *place] for piece, place in pre_tokenizer.pre_tokenize_str(WORDS)]
    return {"definition": definition, "text": WORDS, "pieces": pieces}


print(
    json.dumps(
        {
            "normalizers": [normalized(*each) for each in NORMALIZERS],
            "pre_tokenizers": [cut(each) for each in PRE_TOKENIZERS],
        },
        ensure_ascii=True,
    )
)
