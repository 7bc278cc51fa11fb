"""Tables of numbers, the same on each machine."""
import numpy as np
from sklearn.datasets import make_classification, make_regression

FEATURES = 5
TRAINED = 240


def classes(count, labels=None, dtype=np.float32, seed=0):
    """Rows and labels to train on, and rows to ask; two decimals, so that they are the same as a text."""
    rows, targets = make_classification(
        n_samples=TRAINED + 20,
        n_features=FEATURES,
        n_informative=4,
        n_redundant=0,
        n_classes=count,
        class_sep=1.2,
        random_state=seed,
    )
    rows = np.round(rows, 2).astype(dtype)
    targets = targets if labels is None else np.asarray(labels)[targets]
    return rows[:TRAINED], targets[:TRAINED], rows[TRAINED:]


def counts(count, seed=0):
    """Whole numbers from 0, for what wants frequencies."""
    rows, targets, asked = classes(count, seed=seed)
    whole = lambda some: np.clip(np.round(some * 2 + 6), 0, 20).astype(np.float32)
    return whole(rows), targets, whole(asked)


def numbers(targets=1, positive=False, dtype=np.float32):
    """Rows and numbers to train on, and rows to ask."""
    rows, values = make_regression(
        n_samples=TRAINED + 20, n_features=FEATURES, n_targets=targets, noise=3.0, random_state=1
    )
    values = values / 40
    if positive:
        values = np.exp(values / 3)
    rows = np.round(rows, 2).astype(dtype)
    return rows[:TRAINED], values[:TRAINED], rows[TRAINED:]
