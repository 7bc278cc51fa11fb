import type { Json } from '@cairn/kernel';
import { type Declared, declaredValue, ownWordsIn } from '../reading/declared.js';
import { checkedName } from '../reading/names.js';
import { OpenNode } from '../reading/open-xml.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import { type KnownElements, XmlGraphReader } from '../reading/xml-graph-reader.js';
import type { Tag } from '../reading/xml.js';
import { withoutColorParts } from './colors.js';
import { isTimed, openEdge, openNode } from './open-elements.js';
import { typeNamed, typeNames } from './types.js';

const versions: Readonly<Record<string, string>> = {
  'http://www.gexf.net/1.1draft': '1.1draft',
  'http://www.gexf.net/1.2draft': '1.2draft',
  'http://gexf.net/1.1draft': '1.1draft',
  'http://gexf.net/1.2draft': '1.2draft',
  'http://gexf.net/1.3': '1.3',
  'http://www.gexf.net/1.3': '1.3',
};
const OWN_NAMESPACES = ['xmlns:viz', 'xmlns:cairn'];
const edgeTypes: Readonly<Record<string, boolean>> = { directed: true, undirected: false, mutual: false };

/** Reads GEXF 1.1draft, 1.2draft, 1.3 and what says no version. */
export class GexfReader extends XmlGraphReader {
  dialect = 'none';
  #edgeType = 'undirected';
  /** Of the attributes that are being declared. */
  #columns: Pick<Declared, 'scope' | 'dynamic'> = { scope: 'node' };

  protected readonly elements: KnownElements = {
    meta: { begin: (tag) => this.keep(tag) },
    graph: { begin: (tag) => this.#graph(tag) },
    attributes: { begin: (tag) => this.#attributes(tag) },
    attribute: { begin: (tag) => this.#attribute(tag), end: () => this.endDeclaration() },
    default: { begin: () => this.collect(), end: (place) => this.endDefault(place) },
    options: { begin: () => this.collect(), end: () => this.#endOptions() },
    nodes: {},
    edges: {},
    attvalues: {},
    node: { begin: (tag) => this.#node(tag), end: () => this.finish() },
    edge: { begin: (tag) => this.#edge(tag), end: () => this.finish() },
    attvalue: { begin: (tag) => this.#value(tag) },
  };

  constructor(sink: Sink) {
    super('gexf', OWN_NAMESPACES, sink);
  }

  protected root({ attributes }: Tag): void {
    const said = Object.values(attributes).find((value) => Object.hasOwn(versions, value));
    this.dialect = (said === undefined ? attributes['version'] : versions[said]) ?? 'none';
  }

  #graph({ attributes, place }: Tag): void {
    this.countGraph(place);
    const { defaultedgetype = 'undirected', ...others } = attributes;
    this.#edgeType = checkedEdgeType(defaultedgetype, place);
    this.sink.give({
      kind: 'graph',
      directed: edgeTypes[defaultedgetype] === true,
      ...(Object.keys(others).length === 0 ? {} : { kept: { 'gexf.graph': others } }),
    });
  }

  #attributes({ attributes, place }: Tag): void {
    const { class: scope = 'node', mode, ...others } = attributes;
    if (scope !== 'node' && scope !== 'edge')
      throw new FileRefused('value_invalid', `${shown(scope)} is no class of attributes`, place);
    for (const name of Object.keys(others)) this.sink.lose(`${name} of attributes`);
    this.#columns = { scope, dynamic: mode === 'dynamic' };
  }

  #attribute(tag: Tag): void {
    const { attributes, place } = tag;
    const { id, title = '', type = 'string' } = attributes;
    if (id === undefined) throw new FileRefused('structure_invalid', 'an attribute has no id', place);
    const declared: Declared = {
      id,
      name: checkedName(title === '' ? id : title, 'the title of an attribute', place),
      ...ownWordsIn(tag, typeNamed(type), `GEXF has no type ${shown(type)}: say ${typeNames}`),
      ...this.#columns,
    };
    this.declare(declared, place);
  }

  #endOptions(): void {
    const options = this.collected();
    if (this.declared !== undefined) this.declared.options = options;
  }

  #node(tag: Tag): void {
    const around = this.around.findLast((one) => one instanceof OpenNode);
    this.begin(openNode(tag, around?.uid));
  }

  #edge(tag: Tag): void {
    const type = checkedEdgeType(tag.attributes['type'] ?? this.#edgeType, tag.place);
    if (type === 'mutual') this.sink.lose('edges that are mutual are read as undirected');
    this.begin(openEdge(tag, type));
  }

  protected override keep(tag: Tag): void {
    super.keep(withoutColorParts(tag));
  }

  #value(tag: Tag): void {
    const element = this.around.at(-1);
    if (element === undefined)
      throw new FileRefused('structure_invalid', 'an attvalue stands in no node and no edge', tag.place);
    const id = tag.attributes['for'] ?? tag.attributes['id'] ?? '';
    const declared = this.declarations.get(element.kind, id);
    if (declared === undefined)
      throw new FileRefused('attribute_undeclared', `the attribute ${shown(id)} is not declared`, tag.place);
    if (isTimed(tag)) element.keep(['attvalue', { ...tag.attributes, for: declared.name }]);
    else element.set(declared, valueOf(tag, declared), tag.place, this.sink);
  }
}

const checkedEdgeType = (type: string, place: Place): string => {
  if (!Object.hasOwn(edgeTypes, type))
    throw new FileRefused('value_invalid', `${shown(type)} is no type of edges`, place);
  return type;
};

const valueOf = ({ attributes, place }: Tag, declared: Declared): Json => {
  const { value } = attributes;
  if (value === undefined) throw new FileRefused('structure_invalid', 'an attvalue has no value', place);
  return declaredValue(value, declared, place);
};
