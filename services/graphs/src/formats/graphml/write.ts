import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, Kept, NodeElement } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { OWN_HOLDS, OWN_NAMESPACE, OWN_PARENT, OWN_TYPE } from '../own-words.js';
import { isRaw } from '../reading/raw.js';
import { written } from '../writing/chunks.js';
import { type Column, Columns } from '../writing/columns.js';
import { directionOf, keptFactsLost, keptLost } from '../writing/lost.js';
import { type Survey, surveyOf } from '../writing/survey.js';
import {
  attributesText,
  columnText,
  keptAttributes,
  keptParts,
  rawText,
  XML_HEAD,
} from '../writing/xml-parts.js';
import { xmlFile } from '../writing/xml-file.js';
import { escapedText } from '../xml-text.js';
import { nameOfType } from './types.js';

export const graphmlDialects = ['graphml', 'neo4j'] as const;

/** GraphML; `neo4j` says labels and types in Neo4j's attributes too. */
export const writeGraphml = async (content: ExportContent, asked: string): Promise<Output | NotWritten> => {
  const dialect = asked === 'neo4j' ? asked : 'graphml';
  const survey = await surveyOf(content, { lost, columns: true });
  if ('kind' in survey) return survey;
  return xmlFile('graphml', dialect, survey, new GraphmlWriter(content, survey, dialect).texts());
};

const lost = (element: GraphElement | GraphFacts): readonly string[] =>
  element.kind === 'graph' ? keptFactsLost(element.kept, 'graphml') : keptLost(element, 'graphml');

const LABELS = 'cairn-labels';
const TYPE = 'cairn-type';

class GraphmlWriter {
  readonly #columns: Columns;
  readonly #directed: boolean;
  readonly #facts: GraphFacts;

  constructor(
    private readonly content: ExportContent,
    private readonly survey: Survey,
    private readonly dialect: string,
  ) {
    this.#facts = content.facts;
    const prefix = Object.keys(content.facts.kept ?? {}).some((name) => /^graphml\.key\.[egn]/.test(name))
      ? 'cairn-'
      : '';
    this.#columns = new Columns(
      survey,
      content.facts,
      (scope, number) => `${prefix}${scope[0] ?? ''}${number}`,
    );
    this.#directed = directionOf(content.facts, survey.edges, survey.directedEdges);
  }

  async *texts(): AsyncGenerator<string, void, void> {
    yield this.#head();
    yield* written(this.content.nodes(), (node) => this.#node(node), '');
    yield* written(this.content.edges(), (edge) => this.#edge(edge), '');
    yield `</graph>\n${this.#resources()}</graphml>\n`;
  }

  #head(): string {
    const { kept = {}, properties = {} } = this.#facts;
    const root = attributesText({
      xmlns: 'http://graphml.graphdrawing.org/xmlns',
      'xmlns:cairn': OWN_NAMESPACE,
      ...keptAttributes(kept['graphml.namespaces'], ['xmlns:cairn']),
    });
    const graph = attributesText({
      ...keptAttributes(keptParts(kept, 'graphml.graph').attributes, ['edgedefault']),
      edgedefault: this.#directed ? 'directed' : 'undirected',
    });
    const keys = [...this.#rawKeys(), ...this.#columns.all.map(keyText), ...this.#ownKeys()].join('');
    const data = this.#data('graph', properties) + this.#children('graph', kept, 'graphml.graph');
    return `${XML_HEAD}<graphml${root}>\n${keys}<graph${graph}>\n${data === '' ? '' : `${data}\n`}`;
  }

  #rawKeys(): readonly string[] {
    return Object.entries(this.#facts.kept ?? {})
      .filter(([name]) => name.startsWith(RAW_KEY))
      .map(([, raw]) => `${rawText(raw)}\n`);
  }

  #ownKeys(): readonly string[] {
    const key = (id: string, scope: string, holds: string, name: string, list?: string): string =>
      `<key${attributesText({ id, for: scope, 'attr.name': name, 'attr.type': 'string', 'attr.list': list, [OWN_HOLDS]: holds })}/>\n`;
    return [
      ...(this.survey.hasLabels
        ? [key(LABELS, 'node', 'labels', this.#freeName('node', 'labels'), 'string')]
        : []),
      ...(this.survey.hasTypes ? [key(TYPE, 'edge', 'type', this.#freeName('edge', 'label'))] : []),
    ];
  }

  /** That no property has: igraph reads no file with two keys of a name. */
  #freeName(scope: GraphElement['kind'], name: string): string {
    return this.#columns.named(scope, name) === undefined ? name : this.#freeName(scope, `cairn-${name}`);
  }

  /** What an editor keeps beside the graph. */
  #resources(): string {
    const data = this.#facts.kept?.['graphml.data'];
    return data === undefined ? '' : `${rawText(data)}\n`;
  }

  #node(node: NodeElement): string {
    const { uid, labels, properties, parent, kept } = node;
    const named =
      this.dialect === 'neo4j' &&
      labels.length > 0 &&
      labels.every((label) => !label.includes(':') && label !== '');
    const others = keptAttributes(keptParts(kept, 'graphml').attributes, ['id', 'labels', OWN_PARENT]);
    const attributes = attributesText({
      id: uid,
      labels: named ? `:${labels.join(':')}` : undefined,
      [OWN_PARENT]: parent,
      ...others,
    });
    const own = labels.length === 0 ? '' : dataText(LABELS, columnText(labels, 'list<string>'));
    return element(
      'node',
      attributes,
      own + this.#data('node', properties) + this.#children('node', kept, 'graphml') + this.#groupIn(others),
    );
  }

  /** A group of yEd has a graph in it, or NetworkX does not read the file; nodes name their parents. */
  #groupIn({ 'yfiles.foldertype': folder }: Readonly<Record<string, string>>): string {
    return folder === undefined ? '' : `<graph edgedefault="${this.#directed ? 'directed' : 'undirected'}"/>`;
  }

  #edge(edge: EdgeElement): string {
    const { uid, from, to, type, directed, properties, kept } = edge;
    const attributes = attributesText({
      id: uid,
      source: from,
      target: to,
      directed: directed === this.#directed ? undefined : String(directed),
      label: this.dialect === 'neo4j' && type !== '' ? type : undefined,
      ...keptAttributes(keptParts(kept, 'graphml').attributes, [
        'id',
        'source',
        'target',
        'directed',
        'label',
      ]),
    });
    const own = type === '' ? '' : dataText(TYPE, type);
    return element(
      'edge',
      attributes,
      own + this.#data('edge', properties) + this.#children('edge', kept, 'graphml'),
    );
  }

  #data(scope: GraphElement['kind'] | 'graph', properties: GraphElement['properties']): string {
    let text = '';
    for (const [name, value] of Object.entries(properties)) {
      const { id, type } = this.#columns.columnFor(scope, name, value);
      text += dataText(id, columnText(value, type));
    }
    return text;
  }

  #children(scope: GraphElement['kind'] | 'graph', kept: Kept | undefined, name: string): string {
    return keptParts(kept, name)
      .children.map((child) => this.#child(scope, child))
      .join('');
  }

  /** Data of a key that is declared anew names it by its name. */
  #child(scope: GraphElement['kind'] | 'graph', child: Json): string {
    if (!isRaw(child) || child[0] !== 'data') return rawText(child);
    const [name, { key = '', ...others }, ...children] = child;
    if (this.#facts.kept?.[RAW_KEY + key] !== undefined) return rawText(child);
    const column = this.#columns.named(scope, key);
    return column === undefined ? '' : rawText([name, { ...others, key: column.id }, ...children]);
  }
}

const RAW_KEY = 'graphml.key.';

const keyText = ({ id, of, name, type, declaration, withDefault }: Column): string => {
  const { name: typeName, list, own } = nameOfType(type);
  const start = `<key${attributesText({ id, for: of, 'attr.name': name, 'attr.type': typeName, 'attr.list': list, [OWN_TYPE]: own })}`;
  const value = withDefault ? declaration?.default : undefined;
  return value === undefined
    ? `${start}/>\n`
    : `${start}><default>${escapedText(columnText(value, type))}</default></key>\n`;
};

const dataText = (id: string, text: string): string => `<data key="${id}">${escapedText(text)}</data>`;

const element = (name: string, attributes: string, inner: string): string =>
  inner === '' ? `<${name}${attributes}/>\n` : `<${name}${attributes}>${inner}</${name}>\n`;
