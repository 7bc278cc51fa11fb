import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Properties, Scope } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { OWN_HOLDS, OWN_NAMESPACE, OWN_TYPE } from '../own-words.js';
import { isRaw } from '../reading/raw.js';
import { scalarText } from '../typed.js';
import type { Column } from '../writing/columns.js';
import { graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { surveyOf } from '../writing/survey.js';
import { XmlGraphWriter } from '../writing/xml-graph-writer.js';
import { defaultText, directionName, elementText, keptParts, rawText } from '../writing/xml-parts.js';
import { escapedText, isXmlText } from '../xml-text.js';
import { withColorParts } from './colors.js';
import { nameOfType } from './types.js';

export const gexfDialects = ['1.3', '1.2draft'] as const;

const namespaces: Readonly<Record<string, { readonly gexf: string; readonly viz: string }>> = {
  '1.3': { gexf: 'http://gexf.net/1.3', viz: 'http://gexf.net/1.3/viz' },
  '1.2draft': { gexf: 'http://www.gexf.net/1.2draft', viz: 'http://www.gexf.net/1.2draft/viz' },
};

/** GEXF of one version. Labels stand in a column, a type in `kind` (1.3) or in a column. */
export const writeGexf = async (content: ExportContent, asked: string): Promise<Output | NotWritten> => {
  const dialect = asked === '1.2draft' ? asked : '1.3';
  const survey = await surveyOf(content, { lost, columns: true, ownPlace });
  if ('kind' in survey) return survey;
  return new GexfWriter('gexf', content, survey, dialect, (_, number) => String(number)).file();
};

const lost = (element: GraphElement | GraphFacts): readonly string[] =>
  element.kind === 'graph'
    ? [...graphPropertiesLost(element), ...keptFactsLost(element.kept, 'gexf')]
    : keptLost(element, 'gexf');

/** `label` of both and `weight` of edges are the format's own; values of another type need a column. */
const ownPlace = (scope: Scope, name: string, value: Json): boolean => {
  if (scope === 'graph') return true;
  if (name === 'label') return typeof value === 'string' && isXmlText(value);
  return scope === 'edge' && name === 'weight' && typeof value === 'number';
};

const LABELS = 'labels';
const TYPE = 'type';

class GexfWriter extends XmlGraphWriter {
  protected override readonly hasOwnPlace = ownPlace;

  protected around(): readonly [string, string, string] {
    const { gexf, viz } = namespaces[this.dialect]!;
    const version = this.dialect === '1.3' ? '1.3' : '1.2';
    const head = this.head(
      { xmlns: gexf, 'xmlns:viz': viz, 'xmlns:cairn': OWN_NAMESPACE, version },
      this.keptLine('gexf.meta'),
      { defaultedgetype: directionName(this.directed) },
      this.facts.kept?.['gexf.graph'],
    );
    const nodes = `${head}${this.#declarations()}<nodes>\n`;
    return [nodes, '</nodes>\n<edges>\n', '</edges>\n</graph>\n</gexf>\n'];
  }

  #declarations(): string {
    const scopes = ['node', 'edge'] as const;
    return scopes
      .map((scope) => this.#declarationsOf(scope, false) + this.#declarationsOf(scope, true))
      .join('');
  }

  #declarationsOf(scope: Scope, dynamic: boolean): string {
    const columns = this.columns
      .of(scope)
      .filter(({ declaration }) => (declaration?.dynamic === true) === dynamic)
      .map((column) => this.#column(column));
    if (!dynamic) columns.push(...this.#ownColumns(scope));
    if (columns.length === 0) return '';
    const mode = dynamic ? ' mode="dynamic"' : '';
    return `<attributes class="${scope}"${mode}>\n${columns.join('')}</attributes>\n`;
  }

  #column(column: Column): string {
    const { id, name, type, declaration } = column;
    const { name: typeName, own } = nameOfType(type, this.dialect);
    const { options } = declaration ?? {};
    const inner =
      defaultText(column) + (options === undefined ? '' : `<options>${escapedText(options)}</options>`);
    return `${elementText('attribute', { id, title: name, type: typeName, [OWN_TYPE]: own }, inner)}\n`;
  }

  #ownColumns(scope: Scope): readonly string[] {
    const column = (id: string, type: string): string =>
      `${elementText('attribute', { id, title: id, type, [OWN_HOLDS]: id })}\n`;
    if (scope === 'node') return this.survey.hasLabels ? [column(LABELS, 'liststring')] : [];
    return this.#typeColumn ? [column(TYPE, 'string')] : [];
  }

  get #typeColumn(): boolean {
    return this.survey.hasTypes && this.dialect !== '1.3';
  }

  protected node(node: NodeElement): string {
    const { uid, labels, parent, properties } = node;
    const attributes = { id: uid, label: ownText('node', 'label', properties), pid: parent };
    return this.element(node, attributes, this.#inner(node, this.labels(LABELS, labels)));
  }

  protected edge(edge: EdgeElement): string {
    const { uid, from, to, type, properties } = edge;
    const attributes = {
      id: uid,
      source: from,
      target: to,
      type: this.#edgeType(edge),
      kind: this.dialect === '1.3' && type !== '' ? type : undefined,
      label: ownText('edge', 'label', properties),
      weight: ownText('edge', 'weight', properties),
    };
    const own = this.#typeColumn && type !== '' ? this.value(TYPE, type) : '';
    return this.element(edge, attributes, this.#inner(edge, own));
  }

  /** A mutual edge was read as an undirected one, and its type is kept. */
  #edgeType(edge: EdgeElement): string | undefined {
    if (this.keptAttribute(edge, 'type') === 'mutual') return 'mutual';
    return edge.directed === this.directed ? undefined : directionName(edge.directed);
  }

  protected value(id: string, text: string): string {
    return elementText('attvalue', { for: id, value: text });
  }

  /** Values that hold for a time are kept, and stand among the values. */
  #inner({ kind, properties, kept }: GraphElement, own: string): string {
    let [values, children] = [this.values(kind, properties), ''];
    for (const child of keptParts(kept, 'gexf').children.filter(isRaw))
      if (child[0] === 'attvalue') values += this.keptValue(kind, child, 'for');
      else children += rawText(this.dialect === '1.3' ? child : withColorParts(child));
    values += own;
    return values === '' ? children : `<attvalues>${values}</attvalues>${children}`;
  }
}

/** A property that has a place of its own. */
const ownText = (scope: Scope, name: string, { [name]: value }: Properties): string | undefined =>
  value !== undefined && ownPlace(scope, name, value) ? scalarText(value) : undefined;
