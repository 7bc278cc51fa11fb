import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Scope } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { OWN_HOLDS, OWN_NAMESPACE, OWN_PARENT, OWN_TYPE } from '../own-words.js';
import { isRaw } from '../reading/raw.js';
import type { Column } from '../writing/columns.js';
import { keptFactsLost, keptLost } from '../writing/lost.js';
import { surveyOf } from '../writing/survey.js';
import { XmlGraphWriter } from '../writing/xml-graph-writer.js';
import { defaultText, directionName, elementText, keptParts, rawText } from '../writing/xml-parts.js';
import { escapedText } from '../xml-text.js';
import { nameOfType } from './types.js';

export const graphmlDialects = ['graphml', 'neo4j'] as const;

/** GraphML; `neo4j` says labels and types in Neo4j's attributes too. */
export const writeGraphml = async (content: ExportContent, asked: string): Promise<Output | NotWritten> => {
  const dialect = asked === 'neo4j' ? asked : 'graphml';
  const survey = await surveyOf(content, { lost, columns: true });
  if ('kind' in survey) return survey;
  return new GraphmlWriter('graphml', content, survey, dialect, idsFor(content.facts)).file();
};

const lost = (element: GraphElement | GraphFacts): readonly string[] =>
  element.kind === 'graph' ? keptFactsLost(element.kept, 'graphml') : keptLost(element, 'graphml');

/** Ids that no key of an editor has. */
const idsFor = ({ kept = {} }: GraphFacts): ((scope: Scope, number: number) => string) => {
  const isTaken = Object.keys(kept).some((name) => /^graphml\.key\.[egn]/.test(name));
  return (scope, number) => `${isTaken ? 'cairn-' : ''}${scope[0] ?? ''}${number}`;
};

const LABELS = 'cairn-labels';
const TYPE = 'cairn-type';

class GraphmlWriter extends XmlGraphWriter {
  protected around(): readonly [string, string, string] {
    const head = this.head(
      { xmlns: 'http://graphml.graphdrawing.org/xmlns', 'xmlns:cairn': OWN_NAMESPACE },
      [...this.#rawKeys(), ...this.columns.all.map(keyText), ...this.#ownKeys()].join(''),
      { edgedefault: directionName(this.directed) },
      keptParts(this.facts.kept, 'graphml.graph').attributes,
    );
    const data = this.#inner(this.facts, 'graphml.graph');
    const nodes = data === '' ? head : `${head}${data}\n`;
    return [nodes, '', `</graph>\n${this.keptLine('graphml.data')}</graphml>\n`];
  }

  #rawKeys(): readonly string[] {
    return Object.entries(this.facts.kept ?? {})
      .filter(([name]) => name.startsWith(RAW_KEY))
      .map(([, raw]) => `${rawText(raw)}\n`);
  }

  #ownKeys(): readonly string[] {
    const key = (id: string, scope: string, holds: string, name: string, list?: string): string =>
      `${elementText('key', { id, for: scope, 'attr.name': name, 'attr.type': 'string', 'attr.list': list, [OWN_HOLDS]: holds })}\n`;
    return [
      ...(this.survey.hasLabels
        ? [key(LABELS, 'node', 'labels', this.#freeName('node', 'labels'), 'string')]
        : []),
      ...(this.survey.hasTypes ? [key(TYPE, 'edge', 'type', this.#freeName('edge', 'label'))] : []),
    ];
  }

  /** That no property has: igraph reads no file with two keys of a name. */
  #freeName(scope: GraphElement['kind'], name: string): string {
    return this.columns.named(scope, name) === undefined ? name : this.#freeName(scope, `cairn-${name}`);
  }

  protected node(node: NodeElement): string {
    const { uid, labels, parent } = node;
    const isSaid = labels.length > 0 && labels.every((label) => !label.includes(':') && label !== '');
    const attributes = {
      id: uid,
      labels: this.dialect === 'neo4j' && isSaid ? `:${labels.join(':')}` : undefined,
      [OWN_PARENT]: parent,
    };
    const inner = this.labels(LABELS, labels) + this.#inner(node, 'graphml') + this.#groupIn(node);
    return this.element(node, attributes, inner);
  }

  /** A group of yEd has a graph in it, or NetworkX does not read the file; nodes name their parents. */
  #groupIn(node: NodeElement): string {
    const folder = this.keptAttribute(node, 'yfiles.foldertype');
    return folder === undefined ? '' : `<graph edgedefault="${directionName(this.directed)}"/>`;
  }

  protected edge(edge: EdgeElement): string {
    const { uid, from, to, type, directed } = edge;
    const attributes = {
      id: uid,
      source: from,
      target: to,
      directed: directed === this.directed ? undefined : String(directed),
      label: this.dialect === 'neo4j' && type !== '' ? type : undefined,
    };
    const own = type === '' ? '' : this.value(TYPE, type);
    return this.element(edge, attributes, own + this.#inner(edge, 'graphml'));
  }

  protected value(id: string, text: string): string {
    return `<data key="${id}">${escapedText(text)}</data>`;
  }

  /** Values, and what is kept under the name. */
  #inner({ kind, properties = {}, kept }: GraphElement | GraphFacts, name: string): string {
    const children = keptParts(kept, name).children.map((child) => this.#child(kind, child));
    return this.values(kind, properties) + children.join('');
  }

  /** Data of a key that is declared anew names it by its name. */
  #child(scope: Scope, child: Json): string {
    const isDeclared = isRaw(child) && child[0] === 'data' && !this.#isRawKey(child[1]['key']);
    return isDeclared ? this.keptValue(scope, child, 'key') : rawText(child);
  }

  #isRawKey(key = ''): boolean {
    return this.facts.kept?.[RAW_KEY + key] !== undefined;
  }
}

const RAW_KEY = 'graphml.key.';

const keyText = (column: Column): string => {
  const { id, of, name, type } = column;
  const { name: typeName, list, own } = nameOfType(type);
  const attributes = { 'attr.name': name, 'attr.type': typeName, 'attr.list': list, [OWN_TYPE]: own };
  return `${elementText('key', { id, for: of, ...attributes }, defaultText(column))}\n`;
};
