"""Neural networks by onnx itself, as frameworks export them; quantized by onnxruntime; of 16-bit floats."""
import os
import tempfile

import numpy as np
import onnx
import onnxruntime
from cases import Case, named, texts_of
from onnx import TensorProto, helper, numpy_helper
from onnxconverter_common import float16
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from sklearn.neural_network import MLPClassifier, MLPRegressor
from tables import FEATURES, classes, numbers

# Seven bits: sums of products of eight are cut off on processors without VNNI, and so differ from one to another.
WEIGHTS = {"reduce_range": True}
BIRDS = ["guillemot", "puffin", "razorbill"]


def trained(kind, table):
    rows, targets, _ = table
    return kind(hidden_layer_sizes=(16,), max_iter=120, random_state=0).fit(rows, targets)


def graph_of(model, end=None, input_type=TensorProto.FLOAT):
    """Gemm, Relu, Gemm, and what stands at the end."""
    (first, second), (bias, other) = model.coefs_, model.intercepts_
    weights = {"w1": first, "b1": bias, "w2": second, "b2": other}
    last = "logits" if end is None else "output"
    nodes = [
        helper.make_node("Cast", ["input"], ["x"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["x", "w1", "b1"], ["hidden"]),
        helper.make_node("Relu", ["hidden"], ["active"]),
        helper.make_node("Gemm", ["active", "w2", "b2"], ["logits"]),
    ]
    if input_type == TensorProto.FLOAT:
        nodes = [helper.make_node("Gemm", ["input", "w1", "b1"], ["hidden"]), *nodes[2:]]
    if end is not None:
        nodes.append(helper.make_node(end, ["logits"], ["output"], **({"axis": 1} if end == "Softmax" else {})))
    graph = helper.make_graph(
        nodes,
        "main_graph",
        [helper.make_tensor_value_info("input", input_type, ["batch_size", FEATURES])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, ["batch_size", second.shape[1]])],
        [numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def alone(model, asked, kind=np.float32):
    """What onnxruntime answers to each row by itself: quantization as it runs depends on what else is in a batch."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    told = [session.run(None, {"input": row[None].astype(kind)})[0][0] for row in asked]
    return np.asarray(told, dtype=np.float64)


def softmax(rows):
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def classifier(name, model, asked, probabilities, labels=None, activation="none", kind=np.float32):
    names = labels or [str(each) for each in range(probabilities.shape[1])]
    return Case(
        name=f"network: {name}",
        model=model,
        texts=texts_of(asked),
        feeds={"input": asked.astype(kind)},
        labels=[names[each] for each in probabilities.argmax(axis=1)],
        probabilities=named(names, probabilities),
        truths={"output.activation": activation},
        config={} if labels is None else {"labels": labels},
        open=True,
    )


def plain(table):
    asked = table[2]
    model = trained(MLPClassifier, table)
    wanted = model.predict_proba(asked)
    yield classifier("softmax", graph_of(model, "Softmax"), asked, wanted)
    yield classifier("softmax with names", graph_of(model, "Softmax"), asked, wanted, BIRDS)
    yield classifier("logits", graph_of(model), asked, wanted, None, "softmax")
    yield classifier("logits with names", graph_of(model), asked, wanted, BIRDS, "softmax")
    whole = np.round(asked).astype(np.int64)
    wanted = model.predict_proba(whole.astype(np.float32))
    yield classifier("whole numbers", graph_of(model, "Softmax", TensorProto.INT64), whole, wanted, kind=np.int64)


def sigmoid():
    table = classes(2)
    model = trained(MLPClassifier, table)
    wanted = model.predict_proba(table[2])[:, 1:]
    for told, end, activation in (("sigmoid", "Sigmoid", "none"), ("one logit", None, "sigmoid")):
        yield classifier(f"{told} of one column", graph_of(model, end), table[2], wanted, ["puffin"], activation)


def regressions():
    for targets in (1, 2):
        rows, values, asked = numbers(targets)
        model = trained(MLPRegressor, (rows, values, asked))
        yield Case(
            name=f"network: regression of {targets}",
            model=graph_of(model),
            texts=texts_of(asked),
            feeds={"input": asked},
            values=model.predict(asked).reshape(len(asked), -1).tolist(),
            truths={"output.activation": "none"},
            open=True,
        )


class Calibration(CalibrationDataReader):
    def __init__(self, rows):
        self.rows = iter(rows)

    def get_next(self):
        row = next(self.rows, None)
        return None if row is None else {"input": row[None]}


def quantized(table):
    rows, _, asked = table
    model = trained(MLPClassifier, table)
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        for told, end in (("softmax", "Softmax"), ("logits", None)):
            with open(path("plain.onnx"), "wb") as opened:
                opened.write(graph_of(model, end).SerializeToString())
            quant_pre_process(path("plain.onnx"), path("ready.onnx"), skip_symbolic_shape=True)
            quantize_dynamic(path("ready.onnx"), path("dynamic.onnx"), weight_type=QuantType.QInt8, **WEIGHTS)
            quantize_static(path("ready.onnx"), path("static.onnx"), Calibration(rows[:100]), **WEIGHTS)
            for way in ("dynamic", "static"):
                yield rewritten(f"{way} quantization, {told}", onnx.load(path(f"{way}.onnx")), asked, end)


def rewritten(name, model, asked, end, kind=np.float32):
    """Another form of a network: what it should answer is what onnxruntime makes of it."""
    told = alone(model, asked, kind)
    wanted = told if end else softmax(told)
    return classifier(name, model, asked, wanted, None, "none" if end else "softmax", kind)


def halves(table):
    model = trained(MLPClassifier, table)
    for told, end in (("softmax", "Softmax"), ("logits", None)):
        content = float16.convert_float_to_float16(graph_of(model, end))
        yield rewritten(f"16-bit floats, {told}", content, table[2], end, np.float16)
        kept = float16.convert_float_to_float16(graph_of(model, end), keep_io_types=True)
        yield rewritten(f"16-bit floats within, {told}", kept, table[2], end)


def cases():
    table = classes(3)
    yield from plain(table)
    yield from sigmoid()
    yield from regressions()
    yield from quantized(table)
    yield from halves(table)
