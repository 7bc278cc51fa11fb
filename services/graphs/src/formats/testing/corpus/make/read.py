"""Prints what NetworkX and igraph read in files, as JSON: for each file and tool the graph, or the error.

python3 read.py files.json, where that is a list of {"path": ..., "format": "graphml" | "gexf" | "node-link"}
"""

import json
import math
import sys
import warnings
from pathlib import Path

import igraph
import networkx as nx

warnings.simplefilter("ignore")


def plain(value):
    """As JSON: numbers that it does not have become texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def from_networkx(path, format):
    if format == "graphml":
        graph = nx.read_graphml(path, force_multigraph=True)
    elif format == "gexf":
        graph = nx.read_gexf(path)
    else:
        graph = nx.node_link_graph(json.loads(Path(path).read_text()), edges="edges")
    return {
        "directed": graph.is_directed(),
        "nodes": {str(uid): plain(dict(data)) for uid, data in graph.nodes(data=True)},
        "edges": [[str(a), str(b), plain(dict(data))] for a, b, data in graph.edges(data=True)],
    }


def from_igraph(path, format):
    graph = igraph.Graph.Read_GraphML(path)
    ids = graph.vs["id"] if graph.vcount() > 0 else []
    return {
        "directed": graph.is_directed(),
        "nodes": {vertex["id"]: plain(vertex.attributes()) for vertex in graph.vs},
        "edges": [[ids[edge.source], ids[edge.target], plain(edge.attributes())] for edge in graph.es],
    }


READERS = {"networkx": from_networkx, "igraph": from_igraph}
FORMATS = {"networkx": ("graphml", "gexf", "node-link"), "igraph": ("graphml",)}


def read(tool, path, format):
    try:
        return {"tool": tool, "path": path, **READERS[tool](path, format)}
    except Exception as error:  # The tool's own words are what is asked for.
        return {"tool": tool, "path": path, "error": f"{type(error).__name__}: {error}"}


print(
    json.dumps(
        [
            read(tool, file["path"], file["format"])
            for file in json.loads(Path(sys.argv[1]).read_text())
            for tool in READERS
            if file["format"] in FORMATS[tool]
        ]
    )
)
