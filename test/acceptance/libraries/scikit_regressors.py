"""Regressors, clusters and outliers of scikit-learn, as skl2onnx writes them."""
import numpy as np
from cases import Case, texts_of
from skl2onnx import to_onnx
from sklearn.cluster import KMeans, MiniBatchKMeans
from sklearn.ensemble import (
    AdaBoostRegressor,
    BaggingRegressor,
    ExtraTreesRegressor,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
    IsolationForest,
    RandomForestRegressor,
    StackingRegressor,
    VotingRegressor,
)
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.linear_model import (
    BayesianRidge,
    ElasticNet,
    GammaRegressor,
    HuberRegressor,
    Lasso,
    LinearRegression,
    PoissonRegressor,
    Ridge,
    SGDRegressor,
    TweedieRegressor,
)
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR, LinearSVR, OneClassSVM
from sklearn.tree import DecisionTreeRegressor
from tables import classes, numbers


def tree():
    return DecisionTreeRegressor(max_depth=4, random_state=0)


def network():
    return MLPRegressor(hidden_layer_sizes=(8,), max_iter=80, random_state=0)


PLAIN = {
    "linear regression": LinearRegression(),
    "ridge": Ridge(),
    "lasso": Lasso(alpha=0.01),
    "elastic net": ElasticNet(alpha=0.01),
    "Bayesian ridge": BayesianRidge(),
    "Huber": HuberRegressor(max_iter=500),
    "SGD": SGDRegressor(random_state=0),
    "SVR": SVR(),
    "linear SVR": LinearSVR(random_state=0),
    "nearest neighbours": KNeighborsRegressor(),
    "decision tree": tree(),
    "random forest": RandomForestRegressor(12, random_state=0),
    "extra trees": ExtraTreesRegressor(12, random_state=0),
    "gradient boosting": GradientBoostingRegressor(n_estimators=12),
    "hist gradient boosting": HistGradientBoostingRegressor(max_iter=12),
    "AdaBoost": AdaBoostRegressor(n_estimators=8, random_state=0),
    "bagging": BaggingRegressor(tree(), 8, random_state=0),
    "neural network": network(),
    "vote": VotingRegressor([("a", Ridge()), ("b", tree())]),
    "stacking": StackingRegressor([("a", Ridge()), ("b", tree())]),
    "scaler and ridge": make_pipeline(StandardScaler(), Ridge()),
}
POSITIVE = {
    "Poisson": PoissonRegressor(),
    "Gamma": GammaRegressor(),
    "Tweedie": TweedieRegressor(power=1.5),
}
# Not a network: skl2onnx makes [2N, 1] of its [N, 2], which tells no row from the next.
OF_TWO = {
    "linear regression": LinearRegression(),
    "decision tree": tree(),
    "random forest": RandomForestRegressor(12, random_state=0),
    "nearest neighbours": KNeighborsRegressor(),
    "one for each": MultiOutputRegressor(Ridge()),
}
OF_DOUBLES = {
    "linear regression": LinearRegression(),
    "Gaussian process": GaussianProcessRegressor(alpha=0.1),
    "neural network": network(),
}


def regression(name, model, table):
    rows, targets, asked = table
    model.fit(rows, targets)
    content = to_onnx(model, asked[:1])
    return Case(
        name=f"scikit-learn: {name}",
        model=content,
        # Where no operation says that it is a regressor, the file may be one of logits as well.
        open=not any(node.op_type.endswith("Regressor") for node in content.graph.node),
        texts=texts_of(asked),
        feeds={"X": asked},
        values=np.asarray(model.predict(asked)).reshape(len(asked), -1).tolist(),
    )


GROUPS = {
    "k-means": KMeans(3, n_init=2, random_state=0),
    "k-means in batches": MiniBatchKMeans(4, n_init=2, random_state=0),
    "isolation forest": IsolationForest(n_estimators=12, random_state=0, contamination=0.2),
    "one class": OneClassSVM(nu=0.3),
}


def group(name, model):
    rows, _, asked = classes(3)
    model.fit(rows)
    return Case(
        name=f"scikit-learn: {name}",
        model=to_onnx(model, asked[:1], target_opset={"": 18, "ai.onnx.ml": 3}),
        texts=texts_of(asked),
        feeds={"X": asked},
        labels=[str(each) for each in model.predict(asked)],
    )


def cases():
    for name, model in PLAIN.items():
        yield regression(f"{name} of numbers", model, numbers())
    for name, model in POSITIVE.items():
        yield regression(f"{name} of numbers", model, numbers(positive=True))
    for name, model in OF_TWO.items():
        yield regression(f"{name} of two numbers", model, numbers(targets=2))
    for name, model in OF_DOUBLES.items():
        yield regression(f"{name} of doubles", model, numbers(dtype=np.float64))
    for name, model in GROUPS.items():
        yield group(name, model)
