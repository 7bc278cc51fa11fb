"""`make.py <folder> [family …]`: makes models with the libraries and writes what they predict."""
import importlib
import sys
import warnings

from cases import Writer

FAMILIES = ["scikit_classifiers", "scikit_regressors", "scikit_texts", "boosted", "networks"]


def cases_of(families):
    warnings.filterwarnings("ignore")
    for family in families:
        yield from importlib.import_module(family).cases()


if __name__ == "__main__":
    folder, *wanted = sys.argv[1:]
    writer = Writer(folder)
    for case in cases_of(wanted or FAMILIES):
        writer.add(case)
    writer.end()
