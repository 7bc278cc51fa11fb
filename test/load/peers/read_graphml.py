"""Reads a GraphML file with NetworkX and prints seconds and the most memory in bytes, as JSON."""

import json
import resource
import sys
import time

import networkx

began = time.perf_counter()
graph = networkx.read_graphml(sys.argv[1])
seconds = time.perf_counter() - began
elements = graph.number_of_nodes() + graph.number_of_edges()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": seconds, "elements": elements, "peak": peak}))
