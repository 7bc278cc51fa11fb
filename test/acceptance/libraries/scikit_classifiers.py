"""Classifiers of scikit-learn, as skl2onnx writes them."""
import json

import numpy as np
from cases import Case, named, texts_of
from skl2onnx import to_onnx
from skl2onnx.common.data_types import FloatTensorType, StringTensorType
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.linear_model import (
    LogisticRegression,
    PassiveAggressiveClassifier,
    Perceptron,
    RidgeClassifier,
    SGDClassifier,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.svm import SVC, LinearSVC, NuSVC
from sklearn.tree import DecisionTreeClassifier
from tables import classes, counts

TEXTS = ["guillemot", "puffin", "razorbill"]
WHOLE = [1, 2, 3]


def logistic():
    return LogisticRegression(max_iter=1000)


def tree():
    return DecisionTreeClassifier(max_depth=4, random_state=0)


# The estimator, how many classes, their labels, and which table.
ESTIMATORS = {
    "logistic regression, 2 classes": (logistic(), 2, None, classes),
    "logistic regression, 3 classes": (logistic(), 3, None, classes),
    "logistic regression, labels 1 2 3": (logistic(), 3, WHOLE, classes),
    "logistic regression, texts": (logistic(), 3, TEXTS, classes),
    "logistic regression, 2 texts": (logistic(), 2, ["yes", "no"], classes),
    "logistic regression, booleans": (logistic(), 2, [False, True], classes),
    "ridge, 2 classes": (RidgeClassifier(), 2, None, classes),
    "ridge, 3 texts": (RidgeClassifier(), 3, TEXTS, classes),
    "SGD with hinge loss, 2 classes": (SGDClassifier(random_state=0), 2, None, classes),
    "SGD with hinge loss, labels 1 2 3": (SGDClassifier(random_state=0), 3, WHOLE, classes),
    "SGD with log loss": (SGDClassifier(loss="log_loss", random_state=0), 3, TEXTS, classes),
    "perceptron": (Perceptron(random_state=0), 3, None, classes),
    "linear SVC, 2 classes": (LinearSVC(random_state=0), 2, WHOLE[:2], classes),
    "linear SVC, 3 classes": (LinearSVC(random_state=0), 3, TEXTS, classes),
    "SVC, 2 classes": (SVC(), 2, None, classes),
    "SVC, 2 texts": (SVC(), 2, TEXTS[:2], classes),
    "SVC, labels 1 2 3": (SVC(), 3, WHOLE, classes),
    "SVC with probability, 2 classes": (SVC(probability=True, random_state=0), 2, TEXTS[:2], classes),
    "SVC with probability, 3 classes": (SVC(probability=True, random_state=0), 3, None, classes),
    "Nu-SVC": (NuSVC(nu=0.3), 2, None, classes),
    "decision tree": (tree(), 3, TEXTS, classes),
    "random forest, 2 classes": (RandomForestClassifier(12, random_state=0), 2, None, classes),
    "random forest, labels 1 2 3": (RandomForestClassifier(12, random_state=0), 3, WHOLE, classes),
    "extra trees": (ExtraTreesClassifier(12, random_state=0), 3, TEXTS, classes),
    "gradient boosting, 2 classes": (GradientBoostingClassifier(n_estimators=12), 2, TEXTS[:2], classes),
    "gradient boosting, 3 classes": (GradientBoostingClassifier(n_estimators=12), 3, None, classes),
    "hist gradient boosting, 2 classes": (HistGradientBoostingClassifier(max_iter=12), 2, None, classes),
    "hist gradient boosting, 3 texts": (HistGradientBoostingClassifier(max_iter=12), 3, TEXTS, classes),
    "AdaBoost": (AdaBoostClassifier(n_estimators=8, random_state=0), 3, TEXTS, classes),
    "bagging": (BaggingClassifier(tree(), 8, random_state=0), 3, WHOLE, classes),
    "nearest neighbours": (KNeighborsClassifier(), 3, TEXTS, classes),
    "Gaussian naive Bayes": (GaussianNB(), 3, WHOLE, classes),
    "Bernoulli naive Bayes": (BernoulliNB(), 3, TEXTS, classes),
    "multinomial naive Bayes": (MultinomialNB(), 3, None, counts),
    "complement naive Bayes": (ComplementNB(), 3, None, counts),
    "neural network, 2 classes": (MLPClassifier((8,), max_iter=80, random_state=0), 2, None, classes),
    "neural network, 3 texts": (MLPClassifier((8,), max_iter=80, random_state=0), 3, TEXTS, classes),
    "linear discriminant analysis": (LinearDiscriminantAnalysis(), 3, TEXTS, classes),
    "quadratic discriminant analysis": (QuadraticDiscriminantAnalysis(), 3, WHOLE, classes),
    "soft vote": (VotingClassifier([("a", logistic()), ("b", tree())], voting="soft", flatten_transform=False), 3, WHOLE, classes),
    "hard vote": (VotingClassifier([("a", logistic()), ("b", tree()), ("c", GaussianNB())], flatten_transform=False), 3, None, classes),
    "stacking": (StackingClassifier([("a", tree()), ("b", GaussianNB())], logistic()), 3, TEXTS, classes),
    "calibrated": (CalibratedClassifierCV(tree(), cv=2), 3, None, classes),
    "one against the rest": (OneVsRestClassifier(logistic()), 3, TEXTS, classes),
    "scaler and logistic regression": (make_pipeline(StandardScaler(), logistic()), 3, TEXTS, classes),
    "scaler and SVC": (make_pipeline(MinMaxScaler(), SVC()), 2, TEXTS[:2], classes),
    "components and forest": (
        make_pipeline(PCA(3), RandomForestClassifier(8, random_state=0)),
        *(3, WHOLE, classes),
    ),
    "passive aggressive": (PassiveAggressiveClassifier(random_state=0), 3, TEXTS, classes),
}
DOUBLES = {
    "logistic regression of doubles": (logistic(), 3, TEXTS),
    "Gaussian naive Bayes of doubles": (GaussianNB(), 3, WHOLE),
    "neural network of doubles": (MLPClassifier((8,), max_iter=80, random_state=0), 2, TEXTS[:2]),
}


def labels_of(answers):
    """Of booleans the converter makes 0 and 1."""
    return [str(int(each) if isinstance(each, np.bool_) else each) for each in answers]


def probabilities_of(model, asked):
    if not hasattr(model, "predict_proba"):
        return None
    return named(labels_of(model.classes_), model.predict_proba(asked))


def with_and_without_maps(name, model, asked):
    """With the converter's defaults the probabilities are a sequence of maps. Not all that it writes has them."""
    ways = [] if asked.dtype == np.float64 else [(name, None)]
    if not isinstance(model, LinearSVC):
        ways.append((f"{name}, zipmap: False", {"zipmap": False}))
    for told, options in ways:
        yield Case(
            name=f"scikit-learn: {told}",
            model=to_onnx(model, asked[:1], options=options),
            texts=texts_of(asked),
            feeds={"X": asked},
            labels=labels_of(model.predict(asked)),
            probabilities=probabilities_of(model, asked),
        )


def of_columns():
    """Numbers and a word: each column is an input of its own."""
    rows, targets, asked = classes(3, TEXTS)
    colours = np.asarray(["black", "grey", "white"])
    together = lambda some: np.hstack([some[:, :2].astype(object), colours[(np.abs(some[:, 2:3]) * 2).astype(int) % 3]])
    columns = ColumnTransformer([("scale", StandardScaler(), [0, 1]), ("names", OneHotEncoder(), [2])])
    model = make_pipeline(columns, logistic()).fit(together(rows), targets)
    table = together(asked)
    feeds = {
        **{name: table[:, [at]].astype(np.float32) for at, name in enumerate(["length", "weight"])},
        "colour": table[:, [2]].astype(object),
    }
    texts = [json.dumps(dict(zip(feeds, (float(row[0]), float(row[1]), row[2])))) for row in table]
    types = [
        *((name, FloatTensorType([None, 1])) for name in ("length", "weight")),
        ("colour", StringTensorType([None, 1])),
    ]
    for told, options in (("", None), (", zipmap: False", {"zipmap": False})):
        yield Case(
            name=f"scikit-learn: columns with names{told}",
            model=to_onnx(model, initial_types=types, options=options),
            texts=texts,
            feeds=feeds,
            open=True,
            labels=labels_of(model.predict(table)),
            probabilities=probabilities_of(model, table),
        )


def cases():
    for name, (model, count, labels, table) in ESTIMATORS.items():
        rows, targets, asked = table(count) if labels is None else table(count, labels)
        yield from with_and_without_maps(name, model.fit(rows, targets), asked)
    for name, (model, count, labels) in DOUBLES.items():
        rows, targets, asked = classes(count, labels, dtype=np.float64)
        yield from with_and_without_maps(name, model.fit(rows, targets), asked)
    yield from of_columns()
