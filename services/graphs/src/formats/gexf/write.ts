import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, Kept, NodeElement, Scope } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { OWN_HOLDS, OWN_NAMESPACE, OWN_TYPE } from '../own-words.js';
import { isRaw } from '../reading/raw.js';
import { written } from '../writing/chunks.js';
import { Columns } from '../writing/columns.js';
import { directionOf, graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
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
import { scalarText } from '../typed.js';
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
  return xmlFile('gexf', dialect, survey, new GexfWriter(content, survey, dialect).texts());
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

class GexfWriter {
  readonly #columns: Columns;
  readonly #directed: boolean;
  readonly #facts: GraphFacts;

  constructor(
    private readonly content: ExportContent,
    private readonly survey: Survey,
    private readonly dialect: string,
  ) {
    this.#facts = content.facts;
    this.#columns = new Columns(survey, content.facts, (_, number) => String(number));
    this.#directed = directionOf(content.facts, survey.edges, survey.directedEdges);
  }

  async *texts(): AsyncGenerator<string, void, void> {
    yield this.#head();
    yield '<nodes>\n';
    yield* written(this.content.nodes(), (node) => this.#node(node), '');
    yield '</nodes>\n<edges>\n';
    yield* written(this.content.edges(), (edge) => this.#edge(edge), '');
    yield '</edges>\n</graph>\n</gexf>\n';
  }

  #head(): string {
    const { kept = {} } = this.#facts;
    const { gexf, viz } = namespaces[this.dialect]!;
    const root = attributesText({
      xmlns: gexf,
      'xmlns:viz': viz,
      'xmlns:cairn': OWN_NAMESPACE,
      ...keptAttributes(kept['gexf.namespaces'], ['xmlns:viz', 'xmlns:cairn']),
      version: this.dialect === '1.3' ? '1.3' : '1.2',
    });
    const graph = attributesText({
      defaultedgetype: this.#directed ? 'directed' : 'undirected',
      ...keptAttributes(kept['gexf.graph'], ['defaultedgetype']),
    });
    const meta = kept['gexf.meta'] === undefined ? '' : `${rawText(kept['gexf.meta'])}\n`;
    return `${XML_HEAD}<gexf${root}>\n${meta}<graph${graph}>\n${this.#declarations()}`;
  }

  #declarations(): string {
    return (
      this.#declarationsOf('node', false) +
      this.#declarationsOf('node', true) +
      this.#declarationsOf('edge', false) +
      this.#declarationsOf('edge', true)
    );
  }

  #declarationsOf(scope: Scope, dynamic: boolean): string {
    const columns = this.#columns
      .of(scope)
      .filter(({ declaration }) => (declaration?.dynamic === true) === dynamic)
      .map((column) => this.#column(column));
    if (!dynamic) columns.push(...this.#ownColumns(scope));
    if (columns.length === 0) return '';
    const mode = dynamic ? ' mode="dynamic"' : '';
    return `<attributes class="${scope}"${mode}>\n${columns.join('')}</attributes>\n`;
  }

  #column({ id, name, type, declaration, withDefault }: ReturnType<Columns['of']>[number]): string {
    const { name: typeName, own } = nameOfType(type, this.dialect);
    const start = `<attribute${attributesText({ id, title: name, type: typeName, [OWN_TYPE]: own })}`;
    const value = withDefault ? declaration?.default : undefined;
    const inner =
      (value === undefined ? '' : `<default>${escapedText(columnText(value, type))}</default>`) +
      (declaration?.options === undefined ? '' : `<options>${escapedText(declaration.options)}</options>`);
    return inner === '' ? `${start}/>\n` : `${start}>${inner}</attribute>\n`;
  }

  #ownColumns(scope: Scope): readonly string[] {
    const column = (id: string, type: string): string =>
      `<attribute${attributesText({ id, title: id, type, [OWN_HOLDS]: id })}/>\n`;
    if (scope === 'node') return this.survey.hasLabels ? [column(LABELS, 'liststring')] : [];
    return this.#typeColumn ? [column(TYPE, 'string')] : [];
  }

  get #typeColumn(): boolean {
    return this.survey.hasTypes && this.dialect !== '1.3';
  }

  #node(node: NodeElement): string {
    const { label } = node.properties;
    const attributes = attributesText({
      id: node.uid,
      label: label !== undefined && ownPlace('node', 'label', label) ? scalarText(label) : undefined,
      pid: node.parent,
      ...keptAttributes(keptParts(node.kept, 'gexf').attributes, ['id', 'label', 'pid']),
    });
    const labels = node.labels.length === 0 ? '' : attvalue(LABELS, columnText(node.labels, 'list<string>'));
    return element('node', attributes, this.#values('node', node) + labels, this.#children(node));
  }

  #edge(edge: EdgeElement): string {
    const { label, weight } = edge.properties;
    const own = (name: string, value: Json | undefined): string | undefined =>
      value !== undefined && ownPlace('edge', name, value) ? scalarText(value) : undefined;
    const attributes = attributesText({
      id: edge.uid,
      source: edge.from,
      target: edge.to,
      ...(edge.directed === this.#directed ? {} : { type: edge.directed ? 'directed' : 'undirected' }),
      ...keptAttributes(keptParts(edge.kept, 'gexf').attributes, ownOfEdge(edge)),
      kind: this.dialect === '1.3' && edge.type !== '' ? edge.type : undefined,
      label: own('label', label),
      weight: own('weight', weight),
    });
    const type = this.#typeColumn && edge.type !== '' ? attvalue(TYPE, edge.type) : '';
    return element('edge', attributes, this.#values('edge', edge) + type, this.#children(edge));
  }

  #values(scope: 'node' | 'edge', { properties, kept }: GraphElement): string {
    let text = '';
    for (const [name, value] of Object.entries(properties)) {
      if (ownPlace(scope, name, value)) continue;
      const { id, type } = this.#columns.columnFor(scope, name, value);
      text += attvalue(id, columnText(value, type));
    }
    return text + this.#timed(scope, kept);
  }

  #children({ kept }: GraphElement): string {
    return keptParts(kept, 'gexf')
      .children.filter((child) => isRaw(child) && child[0] !== 'attvalue')
      .map((child) => rawText(this.dialect === '1.3' ? child : withColorParts(child)))
      .join('');
  }

  /** Values that hold for a time name their attribute by its title. */
  #timed(scope: Scope, kept: Kept | undefined): string {
    return keptParts(kept, 'gexf')
      .children.filter((child) => isRaw(child) && child[0] === 'attvalue')
      .map((child) => {
        const [name, attributes] = child as [string, Record<string, string>];
        const column = this.#columns.named(scope, attributes['for'] ?? '');
        return column === undefined ? '' : rawText([name, { ...attributes, for: column.id }]);
      })
      .join('');
  }
}

/** Attributes of an edge that are written anyhow; `mutual` is kept. */
const ownOfEdge = ({ kept }: EdgeElement): readonly string[] => {
  const own = ['id', 'source', 'target', 'label', 'weight', 'kind'];
  return keptAttributes(keptParts(kept, 'gexf').attributes, [])['type'] === 'mutual' ? own : [...own, 'type'];
};

const attvalue = (id: string, text: string): string =>
  `<attvalue${attributesText({ for: id, value: text })}/>`;

const element = (name: string, attributes: string, values: string, children: string): string => {
  if (values === '' && children === '') return `<${name}${attributes}/>\n`;
  const inner = values === '' ? '' : `<attvalues>${values}</attvalues>`;
  return `<${name}${attributes}>${inner}${children}</${name}>\n`;
};
