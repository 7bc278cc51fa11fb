import { graphCommands, type GraphEdge, type GraphNode, type InputOf } from '@cairn/contracts';
import {
  type CommandReply,
  derivedId,
  type EventLog,
  freshId,
  type Page,
  type PageRequest,
  type Principal,
  type QueryContext,
  type RecordedEvent,
  streamOf,
} from '@cairn/kernel';
import { type Sending, ServiceUnderTest, someone, type UnderTest } from '@cairn/kernel/testkit';
import { graphContent } from '../domain/content/state.js';
import { graphEdges, graphNodes } from '../read-models/content/queries.js';
import { graphsService } from '../service.js';

/** The ids of a version, as its paths have them. */
export interface VersionPath {
  readonly id: string;
  readonly version_id: string;
}

const ALL = { limit: 1000, sort: 'uid' };

/** The service, and somebody who makes graphs. */
export class ContentUnderTest {
  private constructor(
    readonly running: ServiceUnderTest,
    readonly me: Principal,
  ) {}

  static async start(options: UnderTest = {}, service = graphsService): Promise<ContentUnderTest> {
    return new ContentUnderTest(await ServiceUnderTest.of(service, options), someone());
  }

  /** The same content, through another replica. */
  replica(through?: (log: EventLog) => EventLog): ContentUnderTest {
    return new ContentUnderTest(this.running.replica(through), this.me);
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  /** The path of a version that has no content yet, of a graph of its own: reads of the past fold its graph. */
  async version(more: Partial<InputOf<typeof graphCommands.createGraph>['body']> = {}): Promise<VersionPath> {
    const id = freshId();
    await this.running.done(this.me, graphCommands.createGraph, { body: { name: 'birds', ...more } }, id);
    return { id: derivedId(id, 'graph', 0), version_id: derivedId(id, 'version', 0) };
  }

  /** The events of the content of a version. */
  events({ version_id }: VersionPath): Promise<readonly RecordedEvent[]> {
    return this.running.engines.log.read(streamOf(graphContent, version_id));
  }

  reading(): QueryContext {
    return this.running.reading(this.me);
  }

  /** As of a revision of the content of a version. */
  async readingAt(path: VersionPath, revision: number): Promise<QueryContext> {
    const [event] = (await this.events(path)).slice(revision);
    const stream = streamOf(graphContent, path.version_id);
    const pinned = { stream, revision: BigInt(revision) };
    return this.running.readingAt(this.me, { at: event!.metadata.at, pinned });
  }

  /** The nodes of a version: the first thousand, and how many there are. */
  async nodes(path: VersionPath): Promise<Page<GraphNode>> {
    return (await graphNodes.list(this.reading(), path, ALL))!;
  }

  /** The edges, likewise. */
  async edges(path: VersionPath): Promise<Page<GraphEdge>> {
    return (await graphEdges.list(this.reading(), path, ALL))!;
  }

  bulkNodes(
    path: VersionPath,
    body: InputOf<typeof graphCommands.bulkGraphNodes>['body'],
    query: { readonly on_error?: 'skip' } = {},
    sending: Sending = {},
  ): Promise<CommandReply> {
    return this.running.send(this.me, graphCommands.bulkGraphNodes, { ...path, body, query }, sending);
  }

  updateNode(
    path: VersionPath,
    node_uid: string,
    body: InputOf<typeof graphCommands.updateGraphNode>['body'],
    sending: Sending = {},
  ): Promise<CommandReply> {
    const input = { ...path, node_uid, body, query: {} };
    return this.running.send(this.me, graphCommands.updateGraphNode, input, sending);
  }

  undo(
    path: VersionPath,
    revision: number,
    query: { readonly on_error?: 'skip' } = {},
    sending: Sending = {},
  ): Promise<CommandReply> {
    const input = { ...path, body: { revision }, query };
    return this.running.send(this.me, graphCommands.undoGraphContent, input, sending);
  }
}

/** Starts the service for the specs of a `describe`, and gives each of them a version that has no content yet. */
export const contentForEach = (give: (content: ContentUnderTest, path: VersionPath) => void): void => {
  let content: ContentUnderTest;
  beforeAll(async () => {
    content = await ContentUnderTest.start();
  });
  afterAll(() => content.stop());
  beforeEach(async () => give(content, await content.version()));
};

/** What a command came to, or why it was refused. */
export const resultOf = (reply: CommandReply): unknown => (reply.status === 'done' ? reply.result : reply);

/** The uid that an element gets which says none. */
export const uidMadeBy = (command: string, element: 'node' | 'edge', ordinal = 0): string =>
  derivedId(command, element, ordinal);

/** All pages of a list, one after the other. */
export const allPages = async <Element>(
  list: (page: PageRequest) => Promise<Page<Element> | undefined>,
  { limit, sort }: Pick<PageRequest, 'limit' | 'sort'>,
): Promise<readonly Page<Element>[]> => {
  const pages: Page<Element>[] = [];
  let after: PageRequest['after'];
  do {
    const page = await list({ limit, sort, ...(after === undefined ? {} : { after }) });
    if (page === undefined) return pages;
    pages.push(page);
    after = page.next;
  } while (after !== undefined);
  return pages;
};
