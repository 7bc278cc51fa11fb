"""What the libraries predict, written beside the ONNX files that they export."""
import json
import os
from dataclasses import dataclass, field

import numpy as np
import onnxruntime

PROBABILITY = 1e-4
VALUE = 1e-3


@dataclass
class Case:
    """`texts` are the rows as Cairn is asked them, `feeds` the same rows as one batch of tensors."""

    name: str
    model: object
    texts: list
    feeds: dict
    labels: list = None
    probabilities: list = None
    values: list = None
    # What whoever made the model would say to each question of its config.
    truths: dict = field(default_factory=dict)
    # Whether the file leaves something open, so that one line of config may be asked for.
    open: bool = False
    # What is said from the start: what nobody can know of a file, such as the names of its classes.
    config: dict = field(default_factory=dict)


def texts_of(rows):
    """CSV and JSON in turn, each number as short as it can be."""
    lines = [",".join(str(value) for value in row) for row in rows]
    return [f"[{line}]" if place % 2 else line for place, line in enumerate(lines)]


class Writer:
    """Writes cases into a folder. A file that onnxruntime itself answers otherwise than the library is an error."""

    def __init__(self, folder):
        self.folder = folder
        self.cases = []

    def add(self, case):
        content = case.model if isinstance(case.model, bytes) else case.model.SerializeToString()
        file = f"{len(self.cases)}.onnx"
        with open(os.path.join(self.folder, file), "wb") as opened:
            opened.write(content)
        session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
        names = [output.name for output in session.get_outputs()]
        outputs = dict(zip(names, session.run(names, case.feeds)))
        compared(case, outputs)
        self.cases.append(
            {
                **{"name": case.name, "file": file, "open": case.open, "config": case.config},
                **{"truths": truths_of(case), "texts": case.texts},
                "inputs": {name: tensor_of(value) for name, value in case.feeds.items()},
                "outputs": {name: output_of(value) for name, value in outputs.items()},
                **{"labels": case.labels, "probabilities": case.probabilities, "values": case.values},
            }
        )

    def end(self):
        with open(os.path.join(self.folder, "cases.json"), "w") as opened:
            json.dump(self.cases, opened)


def truths_of(case):
    kind = "classification" if case.values is None else "regression"
    task = "text-classification" if case.texts[0][0].isalpha() else "tabular"
    return {"output.type": kind, **case.truths, "task": task}


DATATYPES = {
    **{"float16": "FP16", "float32": "FP32", "float64": "FP64", "int64": "INT64", "int32": "INT32"},
    **{"bool": "BOOL", "object": "BYTES", "int8": "INT8", "uint8": "UINT8"},
}


def tensor_of(value):
    array = np.asarray(value)
    kind = "object" if array.dtype.kind in "OU" else array.dtype.name
    return {"datatype": DATATYPES[kind], "shape": list(array.shape), "data": array.reshape(-1).tolist()}


def output_of(value):
    """A sequence of maps stands as a list of objects."""
    if isinstance(value, list):
        return {"maps": [{str(key): float(each) for key, each in row.items()} for row in value]}
    return tensor_of(value)


def compared(case, outputs):
    """Holds onnxruntime's own answer against the library's, where it can be told which output is which."""
    for value in outputs.values():
        if case.labels is not None and np.asarray(value).dtype.kind in "iubO" and not isinstance(value, list):
            told = [str(each) for each in np.asarray(value).reshape(-1)]
            wrong = [place for place in range(len(told)) if told[place] != case.labels[place]]
            if wrong:
                raise SystemExit(f"{case.name}: onnxruntime says {told}, the library {case.labels}")
        elif case.probabilities is not None:
            rows = [list(row.values()) for row in value] if isinstance(value, list) else np.asarray(value)
            if np.shape(rows) == np.shape([list(row.values()) for row in case.probabilities]):
                near(case, rows, [list(row.values()) for row in case.probabilities], PROBABILITY)
        elif case.values is not None:
            if len(value) != len(case.values):
                raise SystemExit(f"{case.name}: {len(case.values)} rows became {np.shape(value)}")
            near(case, np.reshape(value, np.shape(case.values)), case.values, VALUE)


def near(case, told, wanted, within):
    distance = np.max(np.abs(np.asarray(told, dtype=float) - np.asarray(wanted, dtype=float)))
    if not distance <= within and not case.truths.get("output.activation"):
        raise SystemExit(f"{case.name}: onnxruntime is {distance} away from the library")


def named(labels, rows):
    """Probabilities by their labels."""
    return [{str(label): float(value) for label, value in zip(labels, row)} for row in rows]
