"""`make.py <folder> [family …]`: makes models with the libraries and writes what they predict."""
import importlib
import sys
import warnings

from cases import Writer

FAMILIES = ["scikit_classifiers", "scikit_regressors", "scikit_texts", "boosted", "networks"]

warnings.filterwarnings("ignore")
folder, *wanted = sys.argv[1:]
writer = Writer(folder)
for family in wanted or FAMILIES:
    for case in importlib.import_module(family).cases():
        writer.add(case)
writer.end()
