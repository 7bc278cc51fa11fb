"""Pipelines of scikit-learn that take texts as they are."""
import numpy as np
from cases import Case, named
from skl2onnx import to_onnx
from skl2onnx.common.data_types import StringTensorType
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline

BIRDS = ["Puffin", "razorbill", "GUILLEMOT", "gannet", "Kittiwake", "fulmar"]
GOOD = ["lovely", "calm", "Bright", "warm", "excellent", "quiet"]
BAD = ["awful", "stormy", "Dark", "cold", "terrible", "noisy"]
PLAIN = ["cliff", "island", "boat", "Monday", "ticket", "guide"]
WORDS = {"praise": GOOD, "blame": BAD, "news": PLAIN}


def sentences(count, labels, seed):
    """Sentences of a few words; each holds more words of its label than of others."""
    random = np.random.default_rng(seed)
    pick = lambda words: words[random.integers(len(words))]
    texts, answers = [], []
    for place in range(count):
        label = labels[place % len(labels)]
        own = [pick(WORDS[label]) for _ in range(3)]
        other = pick(WORDS[labels[random.integers(len(labels))]])
        texts.append(f"The {pick(BIRDS)} is {own[0]}, {own[1]} and {other}: {own[2]}!")
        answers.append(label)
    return texts, answers


PIPELINES = {
    "counts and logistic regression": (CountVectorizer(), LogisticRegression(), list(WORDS)),
    "counts and naive Bayes": (CountVectorizer(), MultinomialNB(), list(WORDS)),
    "TF-IDF and logistic regression, 2 classes": (TfidfVectorizer(), LogisticRegression(), ["blame", "praise"]),
    "TF-IDF and complement naive Bayes": (TfidfVectorizer(), ComplementNB(), list(WORDS)),
    "TF-IDF of pairs and SGD": (
        TfidfVectorizer(ngram_range=(1, 2)),
        *(SGDClassifier(loss="log_loss", random_state=0), list(WORDS)),
    ),
    "counts with stop words": (CountVectorizer(stop_words=["the", "is", "and"]), LogisticRegression(), list(WORDS)),
}
SHAPES = {"[None, 1]": [None, 1], "[None]": [None]}


def text(name, model, asked, shape, options):
    feeds = {"text": np.asarray(asked, dtype=object).reshape([-1, *shape[1:]])}
    return Case(
        name=f"scikit-learn: {name}",
        model=to_onnx(model, initial_types=[("text", StringTensorType(shape))], options=options),
        texts=asked,
        feeds=feeds,
        labels=[str(each) for each in model.predict(asked)],
        probabilities=named(model.classes_, model.predict_proba(asked)),
    )


def cases():
    asked, _ = sentences(20, list(WORDS), seed=1)
    for name, (vectorizer, classifier, labels) in PIPELINES.items():
        texts, answers = sentences(180, labels, seed=0)
        model = make_pipeline(vectorizer, classifier).fit(texts, answers)
        for told, shape in SHAPES.items():
            yield text(f"{name}, {told}", model, asked, shape, None)
            yield text(f"{name}, {told}, zipmap: False", model, asked, shape, {"zipmap": False})
        if name == "counts and naive Bayes":
            yield text(f"{name}, locale C", model, asked, [None, 1], {CountVectorizer: {"locale": "C"}})
