"""Writes what NetworkX and igraph write, with the counts that they themselves report.

python3 -m venv /tmp/venv && /tmp/venv/bin/pip install networkx igraph
/tmp/venv/bin/python make.py ../files
"""

import gzip
import json
import math
import sys
from pathlib import Path

import igraph
import networkx as nx

folder = Path(sys.argv[1])
counts = {}


def note(name, by, graph, format, dialect):
    counts[name] = {
        "by": by,
        "nodes": graph.number_of_nodes(),
        "edges": graph.number_of_edges(),
        "directed": graph.is_directed(),
        "format": format,
        "dialect": dialect,
    }


def rich(kind):
    graph = kind(name="rich", year=2024)
    graph.add_node("a", label="Ada <&> \"Lovelace\"", age=36, score=1.5, alive=False)
    graph.add_node("b", label="Émile 😀", age=-5, score=1e300, alive=True)
    graph.add_node("c", label="line\nbreak\ttab", big=2**60)
    graph.add_node("lonely")
    graph.add_edge("a", "b", weight=2.5, kind="knows")
    graph.add_edge("b", "c", weight=3)
    graph.add_edge("c", "c", weight=0.1)
    if graph.is_multigraph():
        graph.add_edge("a", "b", weight=7, kind="likes")
    return graph


def networkx():
    by = f"networkx {nx.__version__}"
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
        graph = rich(kind)
        name = kind.__name__.lower()
        nx.write_graphml(graph, folder / f"networkx-{name}.graphml")
        note(f"networkx-{name}.graphml", by, nx.read_graphml(folder / f"networkx-{name}.graphml"), "graphml", "graphml")
        (folder / f"networkx-{name}.json").write_text(json.dumps(nx.node_link_data(graph, edges="edges"), indent=1))
        note(f"networkx-{name}.json", by, graph, "json", "node-link")
    graph = rich(nx.MultiDiGraph)
    (folder / "networkx-links.json").write_text(json.dumps(nx.node_link_data(graph, edges="links")))
    note("networkx-links.json", by, graph, "json", "node-link")
    (folder / "networkx-cytoscape.json").write_text(json.dumps(nx.cytoscape_data(graph)))
    note("networkx-cytoscape.json", by, graph, "json", "cytoscape")
    numbers = nx.path_graph(5)
    numbers.nodes[0]["value"] = math.nan
    numbers.nodes[1]["value"] = math.inf
    numbers.nodes[2]["value"] = -math.inf
    numbers.nodes[3]["value"] = 2**70
    (folder / "networkx-nan.json").write_text(json.dumps(nx.node_link_data(numbers, edges="edges")))
    note("networkx-nan.json", by, numbers, "json", "node-link")
    karate = nx.karate_club_graph()
    nx.write_graphml(karate, folder / "networkx-karate.graphml")
    note("networkx-karate.graphml", by, karate, "graphml", "graphml")
    for version in ("1.1draft", "1.2draft"):
        plain = nx.DiGraph()
        plain.add_node("a", label="Ada", age=36, score=math.inf, low=-math.inf, no=math.nan)
        plain.add_node("b", alive=True, viz={"color": {"r": 1, "g": 2, "b": 3, "a": 0.5}, "size": 2.0})
        plain.add_edge("a", "b", weight=2.5, kind="knows")
        plain.add_edge("b", "a", weight=1)
        name = f"networkx-{version}.gexf"
        nx.write_gexf(plain, folder / name, version=version)
        note(name, by, nx.read_gexf(folder / name, version=version), "gexf", version)
    with gzip.GzipFile(folder / "networkx-karate.gexf.gz", "wb", mtime=0) as file:
        nx.write_gexf(karate, file)
    note("networkx-karate.gexf.gz", by, karate, "gexf", "1.2draft")


def with_igraph():
    for directed in (False, True):
        graph = igraph.Graph.Famous("Petersen")
        if directed:
            graph.to_directed()
        graph["name"] = "Petersen"
        graph.vs["name"] = [f"v {index} <&>" for index in range(graph.vcount())]
        graph.vs["score"] = [index / 3 for index in range(graph.vcount())]
        graph.vs["even"] = [index % 2 == 0 for index in range(graph.vcount())]
        graph.es["weight"] = [float(index) for index in range(graph.ecount())]
        name = f"igraph-{'directed' if directed else 'undirected'}.graphml"
        graph.write_graphml(str(folder / name))
        again = igraph.Graph.Read_GraphML(str(folder / name))
        counts[name] = {
            "by": f"igraph {igraph.__version__}",
            "nodes": again.vcount(),
            "edges": again.ecount(),
            "directed": again.is_directed(),
            "format": "graphml",
            "dialect": "graphml",
        }


networkx()
with_igraph()
(folder / "counts.python.json").write_text(json.dumps(counts, indent=2) + "\n")
