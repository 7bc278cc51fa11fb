import { declarationsOf, type Declared, declaredValue } from '../reading/declared.js';
import { Hierarchy } from '../reading/hierarchy.js';
import { RawBuilder } from '../reading/raw.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import type { Sink, TextReader } from '../reading/text-reader.js';
import { type Tag, type XmlHandler, XmlText } from '../reading/xml.js';
import { Keys } from './keys.js';
import { OpenEdge, OpenGraph, OpenNode } from './open-elements.js';

/** Reads GraphML as NetworkX, igraph, yEd, Gephi and Neo4j write it. */
export class GraphmlReader implements TextReader, XmlHandler {
  dialect = 'graphml';
  readonly #xml = new XmlText(this);
  readonly #raw = new RawBuilder();
  readonly #keys = new Keys();
  readonly #hierarchy = new Hierarchy();
  readonly #open: (OpenGraph | OpenNode | OpenEdge)[] = [];
  #level = 0;
  #graphs = 0;
  #key: Declared | undefined;
  #data: { readonly declared: Declared; readonly place: Place; readonly tag: Tag } | undefined;
  #text: string[] | undefined;

  constructor(private readonly sink: Sink) {}

  write(text: string): void {
    this.#xml.write(text);
  }

  end(): void {
    this.#xml.end();
    this.#hierarchy.check();
    if (this.#graphs === 0) this.sink.give({ kind: 'graph' });
  }

  open(tag: Tag): void {
    this.#level += 1;
    if (this.#raw.building) {
      this.#raw.begin(tag);
      return;
    }
    if (this.#level === 1) {
      this.#root(tag);
      return;
    }
    const opener = this.#openers[tag.name];
    if (opener !== undefined && this.#data === undefined) {
      opener(tag);
      return;
    }
    this.#foreign(tag);
  }

  text(text: string): void {
    if (this.#raw.building) this.#raw.text(text);
    else this.#text?.push(text);
  }

  close(name: string, place: Place): void {
    this.#level -= 1;
    if (this.#raw.building) {
      this.#finishRaw();
      return;
    }
    this.#closers[name]?.(place);
  }

  readonly #openers: Readonly<Record<string, (tag: Tag) => void>> = {
    key: (tag) => this.#declare(tag),
    default: () => (this.#text = []),
    desc: () => this.sink.lose('descriptions (desc)'),
    graph: (tag) => this.#graph(tag),
    node: (tag) => this.#node(tag),
    edge: (tag) => this.#edge(tag),
    data: (tag) => this.#beginData(tag),
    hyperedge: ({ place }) => this.#refuse('hyperedges cannot be held: an edge has two ends', place),
    port: ({ place }) => this.#refuse('ports cannot be held: an edge ends at nodes', place),
  };

  readonly #closers: Readonly<Record<string, (place: Place) => void>> = {
    key: () => this.#finishKey(),
    default: (place) => this.#finishDefault(place),
    data: () => this.#finishData(),
    graph: () => this.#finishGraph(),
    node: () => this.#finishElement(),
    edge: () => this.#finishElement(),
  };

  #refuse(message: string, place: Place): never {
    throw new FileRefused('not_supported', message, place);
  }

  #root({ name, attributes, place }: Tag): void {
    if (name !== 'graphml')
      throw new FileRefused('structure_invalid', `the first element is ${shown(name)}, not graphml`, place);
    const known = Object.entries(attributes).filter(
      ([key, value]) =>
        key.startsWith('xmlns:') && !['xmlns:cairn', 'xmlns:xsi'].includes(key) && value !== NAMESPACE,
    );
    if (known.some(([, value]) => value.includes('yworks'))) this.dialect = 'yed';
    if (known.length > 0)
      this.sink.give({ kind: 'graph', kept: { 'graphml.namespaces': Object.fromEntries(known) } });
  }

  #declare(tag: Tag): void {
    const declared = this.#keys.declare(tag);
    this.#key = declared;
    if (declared.raw === true) {
      this.dialect = 'yed';
      this.sink.give({ kind: 'graph', kept: { [`graphml.key.${declared.id}`]: ['key', tag.attributes] } });
    }
  }

  #finishKey(): void {
    const declarations = this.#key === undefined ? [] : declarationsOf(this.#key);
    if (declarations.length > 0) this.sink.give({ kind: 'graph', declarations });
    this.#key = undefined;
  }

  #finishDefault(place: Place): void {
    const text = (this.#text ?? []).join('');
    this.#text = undefined;
    const key = this.#key;
    if (key === undefined) return;
    if (key.raw === true) {
      this.sink.lose('defaults of what an editor keeps');
      return;
    }
    this.#keys.setDefault(key, text, place);
  }

  #graph(tag: Tag): void {
    const around = this.#open.at(-1);
    if (around instanceof OpenEdge)
      throw new FileRefused('not_supported', 'a graph in an edge cannot be held', tag.place);
    const graph = new OpenGraph(tag, around instanceof OpenNode ? around.uid : undefined);
    if (around === undefined) {
      this.#graphs += 1;
      if (this.#graphs > 1) this.#refuse('several graphs in one file', tag.place);
      this.sink.give({ kind: 'graph', directed: graph.directed });
    }
    this.#open.push(graph);
  }

  get #around(): OpenGraph | undefined {
    return this.#open.findLast((one) => one instanceof OpenGraph);
  }

  #node(tag: Tag): void {
    if (!(this.#open.at(-1) instanceof OpenGraph))
      throw new FileRefused('structure_invalid', 'a node stands in no graph', tag.place);
    this.#xml.begin();
    const node = new OpenNode(tag, this.#around?.around);
    if (node.isNeo4j) this.dialect = 'neo4j';
    if (node.parent !== undefined) this.#hierarchy.add(node.uid, node.parent, tag.place);
    this.#open.push(node);
  }

  #edge(tag: Tag): void {
    if (!(this.#open.at(-1) instanceof OpenGraph))
      throw new FileRefused('structure_invalid', 'an edge stands in no graph', tag.place);
    this.#xml.begin();
    this.#open.push(new OpenEdge(tag, this.#around?.directed === true));
  }

  #finishElement(): void {
    const element = this.#open.pop();
    if (element === undefined || element instanceof OpenGraph) return;
    this.#xml.finish();
    this.#keys.fill(element.kind, element.values);
    this.sink.give(element.finished(), element.place);
  }

  #finishGraph(): void {
    const graph = this.#open.pop();
    if (!(graph instanceof OpenGraph)) return;
    if (graph.around !== undefined) {
      if (graph.values.size > 0) this.sink.lose('properties of graphs in nodes', graph.values.size);
      return;
    }
    this.#keys.fill('graph', graph.values);
    this.sink.give({ kind: 'graph', properties: graph.factsProperties(), kept: graph.factsKept() });
  }

  #beginData(tag: Tag): void {
    const declared = this.#keys.of(tag.attributes['key'], tag.place);
    if (declared.raw === true) {
      this.#raw.begin(tag);
      return;
    }
    this.#data = { declared, place: tag.place, tag };
    this.#text = [];
  }

  #finishData(): void {
    const data = this.#data;
    if (data === undefined) return;
    const text = (this.#text ?? []).join('');
    [this.#data, this.#text] = [undefined, undefined];
    const element = this.#open.at(-1);
    if (element === undefined) {
      this.sink.lose('data outside of the graph');
      return;
    }
    element.set(data.declared, declaredValue(text, data.declared, data.place), data.place, this.sink);
  }

  /** Elements that GraphML does not have: inside of data, the whole of it is kept. */
  #foreign(tag: Tag): void {
    if (this.#data !== undefined) {
      const { tag: data, declared } = this.#data;
      this.#raw.begin({ ...data, attributes: { ...data.attributes, key: declared.name } });
      [this.#data, this.#text] = [undefined, undefined];
    } else if (this.#open.length === 0) {
      this.sink.lose(`the element ${tag.name.slice(0, 80)}`);
      return;
    }
    this.#raw.begin(tag);
  }

  #finishRaw(): void {
    const raw = this.#raw.finish();
    if (raw === undefined) return;
    const element = this.#open.at(-1);
    if (element === undefined) this.sink.give({ kind: 'graph', kept: { 'graphml.data': raw } });
    else element.keep(raw);
  }
}

const NAMESPACE = 'http://graphml.graphdrawing.org/xmlns';
