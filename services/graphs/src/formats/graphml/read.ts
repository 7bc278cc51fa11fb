import { type Declared, declaredValue, twice } from '../reading/declared.js';
import { OpenEdge, OpenNode } from '../reading/open-xml.js';
import { FileRefused, shown } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import { type KnownElements, XmlGraphReader } from '../reading/xml-graph-reader.js';
import type { Tag } from '../reading/xml.js';
import { keyIn, scopes } from './keys.js';
import { openEdge, OpenGraph, openNode } from './open-elements.js';

const OWN_NAMESPACES = ['xmlns:cairn', 'xmlns:xsi', 'http://graphml.graphdrawing.org/xmlns'];

/** Reads GraphML as NetworkX, igraph, yEd, Gephi and Neo4j write it. */
export class GraphmlReader extends XmlGraphReader {
  dialect = 'graphml';
  #data: { readonly declared: Declared; readonly tag: Tag } | undefined;

  protected readonly elements: KnownElements = {
    key: { begin: (tag) => this.#key(tag), end: () => this.endDeclaration() },
    default: { begin: () => this.collect(), end: (place) => this.endDefault(place) },
    desc: { begin: () => this.sink.lose('descriptions (desc)') },
    graph: { begin: (tag) => this.#graph(tag), end: () => this.#endGraph() },
    node: { begin: (tag) => this.#node(tag), end: () => this.finish() },
    edge: {
      begin: (tag) => this.begin(openEdge(tag, this.#graphOf(tag).directed)),
      end: () => this.finish(),
    },
    data: { begin: (tag) => this.#beginData(tag), end: () => this.#endData() },
    hyperedge: { begin: refusing('hyperedges cannot be held: an edge has two ends') },
    port: { begin: refusing('ports cannot be held: an edge ends at nodes') },
  };

  constructor(sink: Sink) {
    super('graphml', OWN_NAMESPACES, sink);
  }

  protected root(_: Tag, namespaces: Tag['attributes']): void {
    if (Object.values(namespaces).some((address) => address.includes('yworks'))) this.dialect = 'yed';
  }

  #key(tag: Tag): void {
    const key = keyIn(tag);
    const others = key.scope === 'all' ? scopes : (['all'] as const);
    if (others.some((scope) => this.declarations.get(scope, key.id) !== undefined))
      throw twice(key.id, tag.place);
    this.declare(key, tag.place);
    if (key.raw !== true) return;
    this.dialect = 'yed';
    this.sink.give({ kind: 'graph', kept: { [`graphml.key.${key.id}`]: ['key', tag.attributes] } });
  }

  #graph(tag: Tag): void {
    const around = this.around.at(-1);
    if (around instanceof OpenEdge)
      throw new FileRefused('not_supported', 'a graph in an edge cannot be held', tag.place);
    const graph = new OpenGraph(tag, around instanceof OpenNode ? around.uid : undefined);
    if (around === undefined) {
      this.countGraph(tag.place);
      this.sink.give({ kind: 'graph', directed: graph.directed });
    }
    this.around.push(graph);
  }

  #endGraph(): void {
    const graph = this.around.pop();
    if (!(graph instanceof OpenGraph)) return;
    if (graph.around === undefined) {
      this.declarations.fill('graph', graph.values);
      this.sink.give(graph.finished(this.sink));
    } else if (graph.values.size > 0) this.sink.lose('properties of graphs in nodes', graph.values.size);
  }

  #graphOf({ name, place }: Tag): OpenGraph {
    const graph = this.around.at(-1);
    if (graph instanceof OpenGraph) return graph;
    throw new FileRefused(
      'structure_invalid',
      `${name === 'node' ? 'a node' : 'an edge'} stands in no graph`,
      place,
    );
  }

  #node(tag: Tag): void {
    if (tag.attributes['labels'] !== undefined) this.dialect = 'neo4j';
    this.begin(openNode(tag, this.#graphOf(tag).around));
  }

  #beginData(tag: Tag): void {
    const declared = this.#declaredFor(tag);
    if (declared.raw === true) {
      this.keep(tag);
      return;
    }
    this.#data = { declared, tag };
    this.collect();
  }

  #declaredFor({ attributes, place }: Tag): Declared {
    const { key } = attributes;
    if (key === undefined) throw new FileRefused('structure_invalid', 'a data element has no key', place);
    const scope = this.around.at(-1)?.kind ?? 'graph';
    const declared = this.declarations.get(scope, key) ?? this.#declaredElsewhere(key);
    if (declared === undefined)
      throw new FileRefused('attribute_undeclared', `the key ${shown(key)} is not declared before`, place);
    return declared;
  }

  /** For all, or for others: it is read all the same. */
  #declaredElsewhere(id: string): Declared | undefined {
    const scope = (['all', ...scopes] as const).find((one) => this.declarations.get(one, id) !== undefined);
    return scope && this.declarations.get(scope, id);
  }

  #endData(): void {
    if (this.#data === undefined) return;
    const { declared, tag } = this.#data;
    const text = this.collected();
    this.#data = undefined;
    const element = this.around.at(-1);
    if (element === undefined) this.sink.lose('data outside of the graph');
    else element.set(declared, declaredValue(text, declared, tag.place), tag.place, this.sink);
  }

  /** Elements mean nothing in data: the whole of it is kept. */
  protected override element(tag: Tag): void {
    if (this.#data === undefined) super.element(tag);
    else {
      const { declared, tag: data } = this.#data;
      this.keep({ ...data, attributes: { ...data.attributes, key: declared.name } });
      this.keep(tag);
      if (this.collected().trim() !== '') this.sink.lose('text before elements in data');
      this.#data = undefined;
    }
  }
}

const refusing =
  (message: string) =>
  ({ place }: Tag): never => {
    throw new FileRefused('not_supported', message, place);
  };
