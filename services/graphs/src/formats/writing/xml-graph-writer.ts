import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Properties, Scope } from '../element.js';
import type { ExportContent, Output } from '../format.js';
import type { XmlFormat } from '../reading/open-xml.js';
import type { RawElement } from '../reading/raw.js';
import { encoded, written } from './chunks.js';
import { Columns } from './columns.js';
import { directionOf } from './lost.js';
import type { Survey, SurveyRules } from './survey.js';
import {
  type Attributes,
  attributesText,
  columnText,
  elementText,
  keptAttributes,
  keptParts,
  rawText,
  XML_HEAD,
} from './xml-parts.js';

/** Writes a graph in an XML format, which says what its elements are. */
export abstract class XmlGraphWriter {
  protected readonly facts: GraphFacts;
  protected readonly columns: Columns;
  /** What edges are that do not say it. */
  protected readonly directed: boolean;

  /** `columnId`: the id of a column, by its number. */
  constructor(
    private readonly format: XmlFormat,
    private readonly content: ExportContent,
    protected readonly survey: Survey,
    protected readonly dialect: string,
    columnId: (scope: Scope, number: number) => string,
  ) {
    this.facts = content.facts;
    this.columns = new Columns(survey, content.facts, columnId);
    this.directed = directionOf(content.facts, survey.edges, survey.directedEdges);
  }

  /** What stands before the nodes, between nodes and edges, and behind the edges. */
  protected abstract around(): readonly [string, string, string];
  protected abstract node(node: NodeElement): string;
  protected abstract edge(edge: EdgeElement): string;
  /** A value under the column of this id. */
  protected abstract value(id: string, text: string): string;
  protected readonly hasOwnPlace: NonNullable<SurveyRules['ownPlace']> = () => false;

  /** The file, as it was surveyed. */
  file(): Output {
    const { format, dialect } = this;
    const { nodes, edges, losses } = this.survey;
    return {
      ...{ kind: 'file', format, dialect, nodes, edges },
      extension: `.${format}`,
      contentType: `application/${format}+xml`,
      notHeld: losses.all(),
      content: encoded(this.#texts()),
    };
  }

  async *#texts(): AsyncGenerator<string, void, void> {
    const [before, between, behind] = this.around();
    yield before;
    yield* written(this.content.nodes(), (node) => this.node(node), '');
    yield between;
    yield* written(this.content.edges(), (edge) => this.edge(edge), '');
    yield behind;
  }

  /** The start of the root, with the namespaces of others, what stands in it, and the start of the graph. */
  protected head(root: Attributes, inRoot: string, graph: Attributes, keptOfGraph: Json | undefined): string {
    const namespaces = this.facts.kept?.[`${this.format}.namespaces`];
    const start = attributesText(withKept(root, namespaces));
    return `${XML_HEAD}<${this.format}${start}>\n${inRoot}<graph${attributesText(withKept(graph, keptOfGraph))}>\n`;
  }

  /** What is kept of the graph under the name. */
  protected keptLine(name: string): string {
    const raw = this.facts.kept?.[name];
    return raw === undefined ? '' : `${rawText(raw)}\n`;
  }

  /** An element with its own attributes and those that only the format knows. */
  protected element({ kind, kept }: GraphElement, own: Attributes, inner: string): string {
    return `${elementText(kind, withKept(own, keptParts(kept, this.format).attributes), inner)}\n`;
  }

  /** An attribute that only the format knows. */
  protected keptAttribute({ kept }: GraphElement, name: string): string | undefined {
    return keptAttributes(keptParts(kept, this.format).attributes, [])[name];
  }

  protected labels(id: string, labels: readonly string[]): string {
    return labels.length === 0 ? '' : this.value(id, columnText(labels, 'list<string>'));
  }

  /** The properties, but for those that the format says elsewhere. */
  protected values(scope: Scope, properties: Properties): string {
    let text = '';
    for (const [name, value] of Object.entries(properties)) {
      if (this.hasOwnPlace(scope, name, value)) continue;
      const { id, type } = this.columns.columnFor(scope, name, value);
      text += this.value(id, columnText(value, type));
    }
    return text;
  }

  /** A kept value says in the attribute `by` the name of its column, which has an id of its own in this file. */
  protected keptValue(scope: Scope, [name, attributes, ...children]: RawElement, by: string): string {
    const column = this.columns.named(scope, attributes[by] ?? '');
    return column === undefined ? '' : rawText([name, { ...attributes, [by]: column.id }, ...children]);
  }
}

/** Kept attributes stand behind those that are written anyhow. */
const withKept = (own: Attributes, kept: Json | undefined): Attributes => ({
  ...own,
  ...keptAttributes(kept, Object.keys(own)),
});
