"""XGBoost and LightGBM, as onnxmltools writes them."""
import lightgbm
import numpy as np
import onnxmltools
import xgboost
from cases import Case, named, texts_of
from onnxmltools.convert.common.data_types import FloatTensorType
from tables import FEATURES, classes, numbers

TYPES = [("input", FloatTensorType([None, FEATURES]))]
SMALL = {"n_estimators": 8, "max_depth": 3, "random_state": 0}
QUIET = {**SMALL, "verbose": -1, "min_child_samples": 5}

LIGHT = {
    "2 classes": (2, None),
    "2 texts": (2, ["no", "yes"]),
    "3 classes": (3, None),
    "labels 1 2 3": (3, [1, 2, 3]),
    "3 texts": (3, ["guillemot", "puffin", "razorbill"]),
}


def boosted(name, model, content, asked, answers, probabilities=None, values=None):
    return Case(
        name=name,
        model=content,
        texts=texts_of(asked),
        feeds={"input": asked},
        labels=None if answers is None else [str(each) for each in answers],
        probabilities=None if probabilities is None else named(model.classes_, probabilities),
        values=values,
    )


def of_xgboost():
    for count in (2, 3):
        rows, targets, asked = classes(count)
        model = xgboost.XGBClassifier(**SMALL).fit(rows, targets)
        content = onnxmltools.convert_xgboost(model, initial_types=TYPES)
        answers = (model.predict(asked), model.predict_proba(asked))
        yield boosted(f"XGBoost: {count} classes", model, content, asked, *answers)
    for objective in ("reg:squarederror", "count:poisson"):
        rows, targets, asked = numbers(positive=True)
        model = xgboost.XGBRegressor(**SMALL, objective=objective).fit(rows, targets)
        content = onnxmltools.convert_xgboost(model, initial_types=TYPES)
        values = model.predict(asked).reshape(-1, 1).tolist()
        yield boosted(f"XGBoost: {objective}", model, content, asked, None, values=values)


def of_lightgbm():
    for told, (count, labels) in LIGHT.items():
        rows, targets, asked = classes(count, labels)
        model = lightgbm.LGBMClassifier(**QUIET).fit(rows, targets)
        answers = (model.predict(asked), model.predict_proba(asked))
        for more, options in (("", {}), (", zipmap: False", {"zipmap": False})):
            content = onnxmltools.convert_lightgbm(model, initial_types=TYPES, **options)
            yield boosted(f"LightGBM: {told}{more}", model, content, asked, *answers)
    for objective in ("regression", "poisson"):
        rows, targets, asked = numbers(positive=True)
        model = lightgbm.LGBMRegressor(**QUIET, objective=objective).fit(rows, targets)
        content = onnxmltools.convert_lightgbm(model, initial_types=TYPES)
        values = model.predict(asked).reshape(-1, 1).tolist()
        yield boosted(f"LightGBM: {objective}", model, content, asked, None, values=values)


def cases():
    yield from of_xgboost()
    yield from of_lightgbm()
