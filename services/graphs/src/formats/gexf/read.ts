import type { Json } from '@cairn/kernel';
import type { PropertyType, Scope } from '../element.js';
import { holdsOf, isPropertyType, OWN_HOLDS, OWN_TYPE } from '../own-words.js';
import { Declarations, declarationsOf, type Declared, declaredValue } from '../reading/declared.js';
import { Hierarchy } from '../reading/hierarchy.js';
import { checkedName } from '../reading/names.js';
import { RawBuilder } from '../reading/raw.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import { splitList } from '../reading/split-list.js';
import type { Sink, TextReader } from '../reading/text-reader.js';
import { type Tag, type XmlHandler, XmlText } from '../reading/xml.js';
import { isTimed, OpenEdge, OpenNode } from './open-elements.js';
import { typeNamed } from './types.js';

const namespaces: Readonly<Record<string, string>> = {
  'http://www.gexf.net/1.1draft': '1.1draft',
  'http://www.gexf.net/1.2draft': '1.2draft',
  'http://gexf.net/1.1draft': '1.1draft',
  'http://gexf.net/1.2draft': '1.2draft',
  'http://gexf.net/1.3': '1.3',
  'http://www.gexf.net/1.3': '1.3',
};
/** What is written anyhow. */
const OWN_PREFIXES = ['xmlns:viz', 'xmlns:cairn'];
const edgeTypes: Readonly<Record<string, boolean>> = { directed: true, undirected: false, mutual: false };

/** Reads GEXF 1.1draft, 1.2draft, 1.3 and what says no version. */
export class GexfReader implements TextReader, XmlHandler {
  dialect = 'none';
  readonly #xml = new XmlText(this);
  readonly #raw = new RawBuilder();
  readonly #declarations = new Declarations();
  readonly #hierarchy = new Hierarchy();
  readonly #open: (OpenNode | OpenEdge)[] = [];
  #level = 0;
  #graphs = 0;
  #edgeType = 'undirected';
  #attributes: { readonly scope: Scope; readonly dynamic: boolean } | undefined;
  #declaring: Declared | undefined;
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
    if (opener !== undefined) {
      opener(tag);
      return;
    }
    if (this.#open.length > 0 || tag.name === 'meta') this.#raw.begin(tag);
    else this.sink.lose(`the element ${tag.name.slice(0, 80)}`);
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
    if (name === 'node' || name === 'edge') this.#finish();
    else if (name === 'default') this.#finishDefault(place);
    else if (name === 'options') this.#finishOptions();
    else if (name === 'attribute') this.#finishDeclaration();
  }

  readonly #openers: Readonly<Record<string, (tag: Tag) => void>> = {
    graph: (tag) => this.#graph(tag),
    attributes: (tag) => this.#columns(tag),
    attribute: (tag) => this.#declare(tag),
    default: () => (this.#text = []),
    options: () => (this.#text = []),
    nodes: () => undefined,
    edges: () => undefined,
    attvalues: () => undefined,
    node: (tag) => this.#node(tag),
    edge: (tag) => this.#edge(tag),
    attvalue: (tag) => this.#value(tag),
  };

  #root({ name, attributes, place }: Tag): void {
    if (name !== 'gexf')
      throw new FileRefused('structure_invalid', `the first element is ${shown(name)}, not gexf`, place);
    const [, said] = Object.entries(attributes).find(([, value]) => Object.hasOwn(namespaces, value)) ?? [];
    this.dialect = (said === undefined ? attributes['version'] : namespaces[said]) ?? 'none';
    const known = Object.entries(attributes).filter(
      ([key]) => key.startsWith('xmlns:') && !OWN_PREFIXES.includes(key),
    );
    if (known.length > 0)
      this.sink.give({ kind: 'graph', kept: { 'gexf.namespaces': Object.fromEntries(known) } });
  }

  #graph({ attributes, place }: Tag): void {
    this.#graphs += 1;
    if (this.#graphs > 1) throw new FileRefused('not_supported', 'several graphs in one file', place);
    const { defaultedgetype = 'undirected', ...others } = attributes;
    this.#edgeType = this.#checkedEdgeType(defaultedgetype, place);
    this.sink.give({
      kind: 'graph',
      directed: edgeTypes[defaultedgetype] === true,
      ...(Object.keys(others).length === 0 ? {} : { kept: { 'gexf.graph': others } }),
    });
  }

  #checkedEdgeType(type: string, place: Place): string {
    if (!Object.hasOwn(edgeTypes, type))
      throw new FileRefused('value_invalid', `${shown(type)} is no type of edges`, place);
    return type;
  }

  #columns({ attributes, place }: Tag): void {
    const scope = attributes['class'] ?? 'node';
    if (scope !== 'node' && scope !== 'edge')
      throw new FileRefused('value_invalid', `${shown(scope)} is no class of attributes`, place);
    this.#attributes = { scope, dynamic: attributes['mode'] === 'dynamic' };
  }

  #declare({ attributes, place }: Tag): void {
    const { scope, dynamic } = this.#attributes ?? { scope: 'node', dynamic: false };
    const { id, title = id } = attributes;
    if (id === undefined || title === undefined)
      throw new FileRefused('structure_invalid', 'an attribute has no id', place);
    const holds = holdsOf(attributes[OWN_HOLDS]);
    const declared: Declared = {
      id,
      scope,
      name: checkedName(title, 'the title of an attribute', place),
      type: typeOfColumn(attributes, place),
      split: splitList,
      defaultValue: undefined,
      ...(holds === undefined ? {} : { own: holds }),
      ...(dynamic ? { dynamic } : {}),
    };
    this.#declarations.add(`${scope} ${id}`, declared, place);
    this.#declaring = declared;
  }

  #finishDefault(place: Place): void {
    const text = (this.#text ?? []).join('');
    this.#text = undefined;
    if (this.#declaring !== undefined) this.#declarations.setDefault(this.#declaring, text, place);
  }

  #finishOptions(): void {
    const options = (this.#text ?? []).join('');
    this.#text = undefined;
    if (this.#declaring !== undefined) this.#declaring.options = options;
  }

  #finishDeclaration(): void {
    if (this.#declaring === undefined) return;
    const declarations = declarationsOf(this.#declaring);
    if (declarations.length > 0) this.sink.give({ kind: 'graph', declarations });
    this.#declaring = undefined;
  }

  #node(tag: Tag): void {
    this.#xml.begin();
    const around = this.#open.findLast((one) => one instanceof OpenNode);
    const node = new OpenNode(tag, around?.uid);
    if (node.parent !== undefined) this.#hierarchy.add(node.uid, node.parent, tag.place);
    this.#open.push(node);
  }

  #edge(tag: Tag): void {
    this.#xml.begin();
    const type = this.#checkedEdgeType(tag.attributes['type'] ?? this.#edgeType, tag.place);
    if (type === 'mutual') this.sink.lose('edges that are mutual are read as undirected');
    this.#open.push(new OpenEdge(tag, type));
  }

  #value(tag: Tag): void {
    const element = this.#open.at(-1);
    if (element === undefined)
      throw new FileRefused('structure_invalid', 'an attvalue stands in no node and no edge', tag.place);
    const id = tag.attributes['for'] ?? tag.attributes['id'] ?? '';
    const declared = this.#declarations.get(`${element.kind} ${id}`);
    if (declared === undefined)
      throw new FileRefused('attribute_undeclared', `the attribute ${shown(id)} is not declared`, tag.place);
    if (isTimed(tag)) element.keep(['attvalue', { ...tag.attributes, for: declared.name }]);
    else element.set(declared, this.#valueOf(tag, declared), tag.place, this.sink);
  }

  #valueOf({ attributes, place }: Tag, declared: Declared): Json {
    const { value } = attributes;
    if (value === undefined) throw new FileRefused('structure_invalid', 'an attvalue has no value', place);
    return declaredValue(value, declared, place);
  }

  #finish(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    this.#xml.finish();
    this.#declarations.fill(element.kind, element.values);
    this.sink.give(element.finished(this.sink), element.place);
  }

  #finishRaw(): void {
    const raw = this.#raw.finish();
    if (raw === undefined) return;
    const element = this.#open.at(-1);
    if (element === undefined) this.sink.give({ kind: 'graph', kept: { 'gexf.meta': raw } });
    else element.keep(raw);
  }
}

const typeOfColumn = (attributes: Tag['attributes'], place: Place): PropertyType => {
  const { type = 'string', [OWN_TYPE]: own } = attributes;
  const known = isPropertyType(own) ? own : typeNamed(type);
  if (known === undefined) throw new FileRefused('type_unknown', `GEXF has no type ${shown(type)}`, place);
  return known;
};
