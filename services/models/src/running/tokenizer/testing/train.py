"""
Trains tokenizers with PyPI's `tokenizers` over a text, and prints what they make of texts:
train.py <text to train on> <JSON list of texts> <folder for the files>
"""

import json
import sys
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from charsmap import charsmap

training, texts_file, folder = sys.argv[1:4]
lines = Path(training).read_text(encoding="utf8").splitlines()
texts = json.loads(Path(texts_file).read_text(encoding="utf8"))


def trained(model, trainer, normalizer, pre_tokenizer, decoder):
    tokenizer = Tokenizer(model)
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoder
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def around(tokenizer, single, pair, names):
    tokenizer.post_processor = processors.TemplateProcessing(
        single=single, pair=pair, special_tokens=[(name, tokenizer.token_to_id(name)) for name in names]
    )
    return tokenizer


BERT = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def bert(lowercase=True):
    tokenizer = trained(
        models.WordPiece(unk_token="[UNK]"),
        trainers.WordPieceTrainer(vocab_size=1500, special_tokens=BERT, show_progress=False),
        normalizers.BertNormalizer(lowercase=lowercase),
        pre_tokenizers.BertPreTokenizer(),
        decoders.WordPiece(),
    )
    return around(tokenizer, "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ["[CLS]", "[SEP]"])


def gpt2(**options):
    tokenizer = trained(
        models.BPE(),
        trainers.BpeTrainer(
            vocab_size=1500,
            special_tokens=["<|endoftext|>", "<pad>", "<s>", "</s>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
        options.get("normalizer"),
        pre_tokenizers.ByteLevel(add_prefix_space=options.get("space", False)),
        decoders.ByteLevel(),
    )
    tokenizer.post_processor = options.get("post", processors.ByteLevel(trim_offsets=False))
    return tokenizer


def roberta():
    tokenizer = gpt2(space=True)
    end, start = ("</s>", tokenizer.token_to_id("</s>")), ("<s>", tokenizer.token_to_id("<s>"))
    tokenizer.post_processor = processors.RobertaProcessing(end, start, trim_offsets=True, add_prefix_space=True)
    tokenizer.add_tokens([AddedToken("bread", lstrip=True), AddedToken("keeper", single_word=True)])
    return tokenizer


def t5(normalizer, pre_tokenizer, byte_fallback=False):
    names = ["<pad>", "</s>", "<unk>"]
    if byte_fallback:
        names += [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = trained(
        models.Unigram(),
        trainers.UnigramTrainer(vocab_size=1400, special_tokens=names, unk_token="<unk>", show_progress=False),
        normalizer,
        pre_tokenizer,
        decoders.Metaspace(),
    )
    if byte_fallback:
        definition = json.loads(tokenizer.to_str())
        definition["model"]["byte_fallback"] = True
        definition["added_tokens"] = [each for each in definition["added_tokens"] if each["content"] in names[:3]]
        tokenizer = Tokenizer.from_str(json.dumps(definition))
    return around(tokenizer, "$A </s>", "$A </s> $B </s>", ["</s>"])


def llama3():
    """Its pattern is the one of Llama 3; special tokens stand around, and white space is trimmed."""
    pattern = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(pattern), "isolated"), pre_tokenizers.ByteLevel(False, use_regex=False)]
    )
    tokenizer.train_from_iterator(
        lines,
        trainers.BpeTrainer(
            vocab_size=1400,
            special_tokens=["<s>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    template = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B:1", special_tokens=[("<s>", tokenizer.token_to_id("<s>"))]
    )
    tokenizer.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), template])
    return tokenizer


def llama2():
    """As sentencepiece's BPE: no words, unknown characters as bytes."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.train_from_iterator(
        lines,
        trainers.BpeTrainer(
            vocab_size=1400,
            limit_alphabet=300,
            special_tokens=["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))],
            show_progress=False,
        ),
    )
    return around(tokenizer, "<s> $A", "<s> $A <s>:1 $B:1", ["<s>"])


def words(pre_tokenizer, normalizer=None):
    """Unknown characters are one token, whatever the pre-tokenizer."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizer or normalizers.Sequence([])
    tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.BpeTrainer(
        vocab_size=900, limit_alphabet=200, special_tokens=["<unk>"], end_of_word_suffix="</w>", show_progress=False
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


P, N = pre_tokenizers, normalizers
kinds = {
    "bert": bert,
    "bert-cased": lambda: bert(lowercase=False),
    "gpt2": gpt2,
    "gpt2-nfc": lambda: gpt2(normalizer=N.NFC(), space=True, post=processors.ByteLevel(trim_offsets=True)),
    "roberta": roberta,
    "t5": lambda: t5(
        N.Sequence([N.Precompiled(charsmap()), N.Replace(Regex(" {2,}"), " ")]),
        P.Sequence([P.WhitespaceSplit(), P.Metaspace()]),
    ),
    "unigram-nfkc": lambda: t5(N.Sequence([N.NFKC(), N.Lowercase(), N.Strip()]), P.Metaspace(prepend_scheme="first")),
    "unigram-bytes": lambda: t5(N.NFKC(), P.Metaspace(), byte_fallback=True),
    "llama2": llama2,
    "llama3": llama3,
    "whitespace-nfd": lambda: words(P.Whitespace(), N.Sequence([N.NFD(), N.Lowercase(), N.StripAccents()])),
    "digits-punctuation": lambda: words(
        P.Sequence([P.WhitespaceSplit(), P.Digits(individual_digits=True), P.Punctuation()]), N.NFKD()
    ),
    "split-merged": lambda: words(
        P.Sequence([P.Split("-", "merged_with_previous"), P.Split(Regex(r"\s+"), "merged_with_next"), P.Digits()])
    ),
    "split-removed": lambda: words(
        P.Sequence([P.Split(Regex(r"[\p{L}\p{M}]+|\p{N}|\S"), "removed", invert=True), P.Punctuation("contiguous")])
    ),
}


def told(encoding):
    return {"ids": encoding.ids, "types": encoding.type_ids, "offsets": encoding.offsets}


def cut(tokenizer):
    """Each way of cutting a pair; the last texts are both longer than half of what stays."""
    cuts = []
    for first, second in [(lines[0], lines[1]), (lines[0], "by day"), (lines[0][:9], lines[1]), (lines[0], None)]:
        tokenizer.no_truncation()
        whole = len(tokenizer.encode(first, second).ids)
        for strategy in ["longest_first", "only_first", *([] if second is None else ["only_second"])]:
            for direction in ["right", "left"]:
                for most in [whole - 3, whole // 2]:
                    tokenizer.enable_truncation(most, strategy=strategy, direction=direction)
                    try:
                        cuts.append([first, second, json.loads(tokenizer.to_str())["truncation"], told(tokenizer.encode(first, second))])
                    except BaseException as refused:
                        cuts.append([first, second, json.loads(tokenizer.to_str())["truncation"], str(refused)])
    tokenizer.no_truncation()
    return cuts


found = {}
for name, make in kinds.items():
    tokenizer = make()
    tokenizer.save(str(Path(folder) / f"{name}.json"))
    pairs = [told(tokenizer.encode(texts[at], texts[at + 1])) for at in range(0, len(texts) - 1, 10)]
    cuts = cut(tokenizer)
    found[name] = {"texts": [told(tokenizer.encode(text)) for text in texts], "pairs": pairs, "cuts": cuts}
print(json.dumps(found))
