"""`record_torch.py`: two networks of random weights as torch.onnx exports them, and what torch answers, written beside it.

Made once with torch 1.13.1, numpy 1.26.4 and onnx 1.16.2; the gate and the deep suites read what it wrote.
"""
import base64
import io
import json
import os
import struct
import zlib

import numpy as np
import torch
from torch import nn

SIDE = 12
ROWS = 6
BIRDS = ["guillemot", "puffin", "razorbill"]
WORDS = ["the", "puffin", "is", "lovely", "awful", "calm", "stormy", "on", "cliff", "and", "a", "guide", "saw", "it"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]


class Pictures(nn.Module):
    """Two convolutions with normalized batches, and a layer over the means."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
            *(nn.Conv2d(8, 12, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
            nn.Linear(12, len(BIRDS)),
        )

    def forward(self, image):
        return self.layers(image)


class Texts(nn.Module):
    """One layer of an encoder as BERT has it, and a layer over its first token."""

    def __init__(self, width=16, heads=2, longest=32):
        super().__init__()
        self.heads = heads
        self.words = nn.Embedding(len(VOCABULARY), width)
        self.places = nn.Embedding(longest, width)
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.inner = nn.Sequential(nn.Linear(width, 32), nn.GELU(), nn.Linear(32, width))
        self.classes = nn.Linear(width, len(BIRDS))

    def split(self, rows):
        batch, length, width = rows.shape
        return rows.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

    def forward(self, input_ids, attention_mask):
        places = torch.arange(input_ids.shape[1])
        rows = self.words(input_ids) + self.places(places)[None]
        query, key, value = (self.split(layer(rows)) for layer in (self.query, self.key, self.value))
        scores = query @ key.transpose(2, 3) / query.shape[3] ** 0.5
        hidden = (1.0 - attention_mask[:, None, None, :].to(rows.dtype)) * -10000.0
        seen = torch.softmax(scores + hidden, dim=3) @ value
        seen = seen.transpose(1, 2).reshape(rows.shape)
        rows = self.first(rows + self.out(seen))
        rows = self.second(rows + self.inner(rows))
        return self.classes(rows[:, 0])


def decided(layer, model, *inputs):
    """Weights of the last layer by which each class is the answer to some row, not one to all."""
    with torch.no_grad():
        layer.weight *= 12
        layer.bias -= model(*inputs).mean(dim=0)


def exported(model, inputs, names, free):
    """With the defaults of the exporter, but for what is free."""
    content = io.BytesIO()
    axes = {name: {0: "batch", **free} for name in names}
    torch.onnx.export(
        *(model, inputs, content),
        input_names=names,
        output_names=["logits"],
        dynamic_axes={**axes, "logits": {0: "batch"}},
    )
    return base64.b64encode(content.getvalue()).decode()


def tensor_of(value, datatype):
    """With as many digits as a float of 32 bits has."""
    number = int if datatype == "INT64" else lambda each: float(str(each))
    data = [number(each) for each in value.reshape(-1).numpy()]
    return {"datatype": datatype, "shape": list(value.shape), "data": data}


def case(name, onnx, logits, inputs, config):
    rows = torch.softmax(logits.double(), dim=1)
    return {
        **{"name": name, "onnx": onnx, "open": True, "config": {**config, "labels": BIRDS}},
        "truths": {"output.type": "classification", "output.activation": "softmax"},
        **{"inputs": inputs, "outputs": {"logits": tensor_of(logits, "FP32")}},
        "labels": [BIRDS[each] for each in rows.argmax(dim=1)],
        "probabilities": [dict(zip(BIRDS, row)) for row in rows.tolist()],
        "values": None,
    }


def png(pixels):
    """Eight bits a channel, nothing left out."""
    part = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(lines)) + part(b"IEND", b"")


def of_pictures():
    model = Pictures().eval()
    random = np.random.default_rng(5)
    # Patches of four by four pixels, so that they differ in more than their noise.
    patches = random.integers(0, 256, (ROWS, SIDE // 4, SIDE // 4, 3), dtype=np.uint8)
    pixels = patches.repeat(4, axis=1).repeat(4, axis=2)
    images = torch.from_numpy(pixels.transpose(0, 3, 1, 2).astype(np.float32) / 255)
    decided(model.layers[-1], model, images)
    onnx = exported(model, images[:1], ["image"], {})
    told = case("torch: convolution", onnx, model(images).detach(), {"image": tensor_of(images, "FP32")}, {})
    told["config"]["task"] = "image-classification"
    return {**told, "texts": [], "pictures": [base64.b64encode(png(each)).decode() for each in pixels]}


def of_texts():
    model = Texts().eval()
    random = np.random.default_rng(6)
    texts = [" ".join(random.choice(WORDS, size)) for size in (3, 5, 4, 6, 3, 7)]
    ids = [[2, *(VOCABULARY.index(word) for word in text.split()), 3] for text in texts]
    longest = max(len(row) for row in ids)
    batch = torch.tensor([row + [0] * (longest - len(row)) for row in ids])
    mask = (batch != 0).long()
    names = ["input_ids", "attention_mask"]
    decided(model.classes, model, batch, mask)
    onnx = exported(model, (batch[:1], mask[:1]), names, {1: "sequence"})
    inputs = {"input_ids": tensor_of(batch, "INT64"), "attention_mask": tensor_of(mask, "INT64")}
    config = {"task": "text-classification", "tokenizer": {"type": "wordpiece", "vocab": VOCABULARY}}
    told = case("torch: transformer", onnx, model(batch, mask).detach(), inputs, config)
    return {**told, "texts": texts, "pictures": []}


torch.manual_seed(7)
for tensors in (cases := [of_pictures(), of_texts()]):
    print(tensors["name"], len(base64.b64decode(tensors["onnx"])), tensors["labels"], tensors["probabilities"][0])
with open(os.path.join(os.path.dirname(__file__), "recorded-torch.json"), "w") as opened:
    opened.write("[\n" + ",\n".join(json.dumps(each) for each in cases) + "\n]\n")
