"""`record.py`: writes a dozen small files, each with six rows, beside it: those that the gate asks. In the environment of make.py."""
import base64
import json
import os
import tempfile

from cases import Writer
from make import FAMILIES, cases_of

ROWS = 6
RECORDED = [
    "scikit-learn: logistic regression, texts",
    "scikit-learn: logistic regression, labels 1 2 3, zipmap: False",
    "scikit-learn: SVC, 2 texts",
    "scikit-learn: linear SVC, 3 classes",
    "scikit-learn: gradient boosting, 2 classes, zipmap: False",
    "scikit-learn: neural network of numbers",
    "scikit-learn: vote of numbers",
    "scikit-learn: linear regression of two numbers",
    "scikit-learn: k-means",
    "scikit-learn: counts and naive Bayes, locale C",
    "XGBoost: 2 classes",
    "XGBoost: reg:squarederror",
    "LightGBM: 2 texts",
    "LightGBM: regression",
    "network: dynamic quantization, softmax",
    "network: 16-bit floats, logits",
]


def shortened(case):
    case.texts = case.texts[:ROWS]
    case.feeds = {name: value[:ROWS] for name, value in case.feeds.items()}
    for field in ("labels", "probabilities", "values"):
        if getattr(case, field) is not None:
            setattr(case, field, getattr(case, field)[:ROWS])
    return case


with tempfile.TemporaryDirectory() as folder:
    writer = Writer(folder)
    for case in cases_of(FAMILIES):
        if case.name in RECORDED:
            writer.add(shortened(case))
    for case in writer.cases:
        with open(os.path.join(folder, case.pop("file")), "rb") as opened:
            case["onnx"] = base64.b64encode(opened.read()).decode()
if len(writer.cases) != len(RECORDED):
    raise SystemExit(f"{len(writer.cases)} of {len(RECORDED)} were made")
with open(os.path.join(os.path.dirname(__file__), "recorded.json"), "w") as opened:
    opened.write("[\n" + ",\n".join(json.dumps(case) for case in writer.cases) + "\n]\n")
