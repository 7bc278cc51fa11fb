import type { CommandContext, Refusal, ServiceTools } from '@cairn/kernel';
import type { Flaw } from '../../domain/content/elements.js';
import { type ContentSchema, MOST_KEYS } from '../../domain/content/schema/index.js';
import { graphContent } from '../../domain/content/state.js';
import { notUnique, tooManyValues } from '../../domain/content/unique-values.js';
import { contentId, spaceOf } from '../../read-models/content/keys.js';
import { edgeKind, nodeKind, pagesNow } from '../../read-models/content/reads.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { MOST_UNIQUE, tooMuchToCheck } from '../content/amounts.js';
import { caughtUp } from '../content/read-at-tip.js';

/** A flaw of an element that is there. */
export interface FoundFlaw extends Flaw {
  readonly element: 'node' | 'edge';
  readonly uid: string;
}

/** The first flaws that the content of a version has under a schema. */
export const flawsOfContent = async (
  { tools }: Pick<CommandContext, 'tools'>,
  versionId: string,
  schema: ContentSchema,
  most: number,
): Promise<readonly FoundFlaw[] | Refusal> => {
  const { tip } = await tools.streams.current(graphContent, versionId);
  const lag = await caughtUp(tools, versionId, tip);
  if (lag !== undefined) return lag;
  const check = new ContentCheck(schema, most);
  await check.all(tools, spaceOf(contentId(versionId)));
  if (check.hasTooManyKeys) return tooMuchToCheck('There are too many unique values to compare.');
  return check.flaws.slice(0, most);
};

/** Content that is held against a schema: all nodes, then all edges. */
class ContentCheck {
  readonly flaws: FoundFlaw[] = [];
  readonly #labels = new Map<string, readonly string[]>();
  readonly #owners = new Set<string>();

  constructor(
    private readonly schema: ContentSchema,
    private readonly most: number,
  ) {}

  get hasTooManyKeys(): boolean {
    return this.#owners.size > MOST_UNIQUE;
  }

  get #isOver(): boolean {
    return this.flaws.length >= this.most || this.hasTooManyKeys;
  }

  async all({ documents }: Pick<ServiceTools, 'documents'>, s: string): Promise<void> {
    for await (const rows of pagesNow(documents, nodeKind, s)) {
      for (const row of rows) this.#node(row);
      if (this.#isOver) return;
    }
    for await (const rows of pagesNow(documents, edgeKind, s)) {
      for (const row of rows) this.#edge(row);
      if (this.#isOver) return;
    }
  }

  #node(row: NodeRow): void {
    const node = knownNode(row);
    this.#labels.set(row.k, node.labels);
    this.#tell('node', node.uid, [...this.schema.nodeFlaws(node), ...this.#uniqueFlaws(node)]);
  }

  /** One that was put at a node while this goes on was held against the schema then. */
  #edge(row: EdgeRow): void {
    const [source, target] = [this.#labels.get(row.a), this.#labels.get(row.b)];
    if (source === undefined || target === undefined) return;
    const edge = knownEdge(row);
    this.#tell('edge', edge.uid, this.schema.edgeFlaws(edge, { source, target }));
  }

  #uniqueFlaws(node: ReturnType<typeof knownNode>): readonly Flaw[] {
    const keys = this.schema.uniqueKeys(node);
    if (keys.length > MOST_KEYS) return [tooManyValues];
    const names = keys.filter(({ key }) => this.#owners.has(key)).map(({ name }) => name);
    for (const { key } of keys) this.#owners.add(key);
    return [...new Set(names)].map(notUnique);
  }

  #tell(element: FoundFlaw['element'], uid: string, flaws: readonly Flaw[]): void {
    for (const each of flaws) this.flaws.push({ element, uid, ...each });
  }
}
