"""What a program does that was written for Triton: its arguments are the address, a bearer, and the ids of three models."""

import json
import sys

import numpy as np
from tritonclient.http import InferenceServerClient, InferInput, InferRequestedOutput
from tritonclient.utils import InferenceServerException

url, token, numbers, texts, whole = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}
client = InferenceServerClient(url)
told = {}


def asked(name, values, datatype, binary):
    tensor = InferInput(name, list(values.shape), datatype)
    tensor.set_data_from_numpy(values, binary_data=binary)
    return tensor


def infer(model, values, datatype, output, binary_in, binary_out, **more):
    outputs = None if binary_out is None else [InferRequestedOutput(output, binary_data=binary_out)]
    result = client.infer(
        model, [asked("x", values, datatype, binary_in)], outputs=outputs, headers=dict(headers), **more
    )
    return result.as_numpy(output), result.get_response()


told["live"] = client.is_server_live()
told["ready"] = client.is_server_ready()
told["server"] = client.get_server_metadata()
told["model_ready"] = client.is_model_ready(numbers, headers=headers)
told["version_ready"] = client.is_model_ready(numbers, "1", headers=headers)
told["no_such_version"] = client.is_model_ready(numbers, "7", headers=headers)
told["model"] = client.get_model_metadata(numbers, headers=headers)

two = np.array([[3, 0], [0, 3]], dtype=np.float32)
ways = [(a, b) for a in (True, False) for b in (True, False, None)]
answers = [infer(numbers, two, "FP32", "probabilities", a, b)[0] for a, b in ways]
told["same"] = all(np.array_equal(each, answers[0]) for each in answers)
told["probabilities"] = answers[0].tolist()
told["dtype"] = str(answers[0].dtype)
told["named"] = infer(
    numbers, two, "FP32", "probabilities", True, True, model_version="1", request_id="seven"
)[1]["id"]

words = np.array([["Trottellumme", "é"]], dtype=np.object_)
told["texts"] = [
    [each.decode() if isinstance(each, bytes) else each for each in infer(texts, words, "BYTES", "y", a, b)[0].ravel()]
    for a, b in ways
]
long = np.array([[2**62 + 1, -5]], dtype=np.int64)
told["whole"] = infer(whole, long, "INT64", "y", True, True)[0].tolist() == long.tolist()

pending = client.async_infer(numbers, [asked("x", two, "FP32", True)], headers=dict(headers))
told["async"] = np.array_equal(pending.get_result().as_numpy("probabilities"), answers[0])


def refused(act):
    try:
        act()
    except InferenceServerException as error:
        return [error.status(), error.message()]
    return None


three = np.zeros((1, 3), dtype=np.float32)
told["wrong_shape"] = refused(lambda: infer(numbers, three, "FP32", "probabilities", True, True))
told["zipped"] = refused(
    lambda: infer(numbers, two, "FP32", "probabilities", True, True, request_compression_algorithm="gzip")
)
told["nobody"] = refused(lambda: client.get_model_metadata(numbers))
told["no_model"] = refused(lambda: client.get_model_metadata(numbers[:-4] + "ffff", headers=headers))
print(json.dumps(told))
