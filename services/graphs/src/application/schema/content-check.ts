import type { GraphFlaw } from '@cairn/contracts';
import type { Documents } from '@cairn/kernel';
import type { Flaw } from '../../domain/content/elements.js';
import { LabelsOfNodes } from '../../domain/content/labels-of-nodes.js';
import { type ContentSchema, MOST_KEYS } from '../../domain/content/schema/index.js';
import { notUnique, tooManyValues } from '../../domain/content/unique-values.js';
import { Seen } from '../../formats/seen.js';
import { type ContentThen, tipOf } from '../../read-models/content/moment.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { edgesThen, nodesThen } from '../../read-models/content/whole.js';

/** So many flaws are told. */
export const MOST_TOLD = 100;

/** Of which version what is checked. */
interface Checked {
  readonly versionId: string;
  readonly content: ContentThen;
}

/** Content that is held against a schema at one revision: all nodes, then all edges, in flat memory. */
export class ContentCheck {
  /** The first hundred. */
  readonly flaws: GraphFlaw[] = [];
  flawCount = 0;
  /** How many unique values there are. */
  uniqueValues = 0;
  readonly #labels = new LabelsOfNodes();
  readonly #values = new Seen();

  constructor(private readonly schema: ContentSchema) {}

  /** The labels of the nodes at the ends of edges are not all known. */
  get isTooVaried(): boolean {
    return this.#labels.isTooVaried;
  }

  /** `goesOn` is asked after each element. */
  async all(
    documents: Pick<Documents, 'get' | 'getMany' | 'getSome' | 'find' | 'findPage' | 'count'>,
    { versionId, content }: Checked,
    goesOn: () => boolean,
  ): Promise<void> {
    const tipNow = () => tipOf({ today: documents }, versionId);
    for await (const row of nodesThen(documents, content, tipNow)) {
      this.#node(row);
      if (!goesOn()) return;
    }
    for await (const row of edgesThen(documents, content, tipNow)) {
      this.#edge(row);
      if (!goesOn()) return;
    }
  }

  #node(row: NodeRow): void {
    const node = knownNode(row);
    this.#labels.add(row.k, node.labels);
    this.#tell('node', node.uid, [...this.schema.nodeFlaws(node), ...this.#uniqueFlaws(node)]);
  }

  #edge(row: EdgeRow): void {
    const [source, target] = [this.#labels.of(row.a) ?? [], this.#labels.of(row.b) ?? []];
    const edge = knownEdge(row);
    this.#tell('edge', edge.uid, this.schema.edgeFlaws(edge, { source, target }));
  }

  #uniqueFlaws(node: ReturnType<typeof knownNode>): readonly Flaw[] {
    const keys = this.schema.uniqueKeys(node);
    if (keys.length > MOST_KEYS) return [tooManyValues];
    this.uniqueValues += keys.length;
    const names = keys.filter(({ key }) => !this.#values.add(key)).map(({ name }) => name);
    return [...new Set(names)].map(notUnique);
  }

  #tell(element: GraphFlaw['element'], uid: string, flaws: readonly Flaw[]): void {
    this.flawCount += flaws.length;
    for (const each of flaws.slice(0, MOST_TOLD - this.flaws.length))
      this.flaws.push({ element, uid, ...each });
  }
}
