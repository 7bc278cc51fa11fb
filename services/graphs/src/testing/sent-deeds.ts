import { type CommandDefinition, graphCommands } from '@cairn/contracts';
import { type CommandReply, freshId } from '@cairn/kernel';
import type { Sending } from '@cairn/kernel/testkit';
import type { BulkDeed, Deed, OneDeed, Put, UndoDeed } from './content-deeds.js';
import { type ContentUnderTest, uidMadeBy, type VersionPath } from './content-under-test.js';
import { type Expected, PlainContent } from './plain-content.js';
import type { Flaw } from './plain-graph.js';

/** A deed as it is sent, and what the plain content says of it. */
interface Played {
  readonly send: () => Promise<CommandReply>;
  readonly expected: Expected;
}

/** One version: each deed is sent to the service, and done to the plain content; the answers must be alike. */
export class PlayedContent {
  readonly plain = new PlainContent();
  /** The ids of the commands that made the revisions, in their order. */
  readonly commands: string[] = [];
  readonly #done: (() => Promise<CommandReply>)[] = [];
  readonly #answers: CommandReply[] = [];

  constructor(
    readonly content: ContentUnderTest,
    readonly path: VersionPath,
  ) {}

  async play(deed: Deed): Promise<void> {
    if (deed.deed === 'again') return this.#again(deed.back);
    const id = freshId();
    const { send, expected } = this.#played(deed, id);
    const reply = await send();
    expect(told(reply)).toEqual(toldOf(expected));
    if (!('changed' in expected) || !expected.changed) return;
    expect(reply).toMatchObject({ replayed: false, revision: String(this.plain.revisions.length - 1) });
    this.commands.push(id);
    this.#done.push(send);
    this.#answers.push(reply);
  }

  /** Nothing is done twice, and the answer is the one that was given. */
  async #again(back: number): Promise<void> {
    const index = this.#done.length - 1 - back;
    const send = this.#done[index];
    if (send === undefined) return;
    const { organization: _, ...first } = { organization: '', ...this.#answers[index]! };
    expect(await send()).toEqual({ ...first, replayed: true });
  }

  #played(deed: Exclude<Deed, { readonly deed: 'again' }>, id: string): Played {
    switch (deed.deed) {
      case 'undo':
        return this.#undo(deed, id);
      case 'bulk':
        return this.#bulk(deed, id);
      default:
        return this.#one(deed, id);
    }
  }

  #undo(deed: UndoDeed, id: string): Played {
    const body = { revision: this.plain.revisionBack(deed.back) };
    return {
      send: this.#sending(graphCommands.undoGraphContent, { body, query: onError(deed) }, { id }),
      expected: this.plain.undo(deed),
    };
  }

  #bulk(deed: BulkDeed, id: string): Played {
    const { element, mode, deleted } = deed;
    const body = { mode, delete: [...deleted], edges: deed.edges.map(bodyOf) };
    const query = onError(deed);
    return {
      send:
        element === 'edge'
          ? this.#sending(graphCommands.bulkGraphEdges, { body, query }, { id })
          : this.#sending(
              graphCommands.bulkGraphNodes,
              { body: { ...body, nodes: deed.nodes.map(bodyOf) }, query },
              { id },
            ),
      expected: this.plain.bulk(deed),
    };
  }

  #one(deed: OneDeed, id: string): Played {
    const { element, uid = uidMadeBy(id, element), sent = {}, ifMatch } = deed;
    const since = this.plain.now[element].get(uid)?.since;
    const expectedRevision = ifMatch === 'right' ? String(since) : '999999';
    const sending = { id, ...(ifMatch === undefined ? {} : { expectedRevision }) };
    const [create, update, remove] = COMMANDS[element];
    const named = { [`${element}_uid`]: uid };
    const query = deed.deed === 'replace' ? { replace: true } : {};
    const send = {
      create: () => this.#sending(create, { body: withUid(deed.uid, sent) }, sending),
      change: () => this.#sending(update, { ...named, body: sent, query }, sending),
      replace: () => this.#sending(update, { ...named, body: sent, query }, sending),
      delete: () => this.#sending(remove, named, sending),
    }[deed.deed]();
    return { send, expected: this.plain.one({ ...deed, uid }) };
  }

  #sending(command: CommandDefinition, input: object, sending: Sending): () => Promise<CommandReply> {
    const { running, me } = this.content;
    return () => running.send(me, command, { ...this.path, ...input }, sending);
  }
}

const COMMANDS = {
  node: [graphCommands.createGraphNode, graphCommands.updateGraphNode, graphCommands.deleteGraphNode],
  edge: [graphCommands.createGraphEdge, graphCommands.updateGraphEdge, graphCommands.deleteGraphEdge],
} as const;

const withUid = (uid: string | undefined, sent: object): object =>
  uid === undefined ? sent : { uid, ...sent };
const bodyOf = ({ uid, sent }: Put) => ({ uid, ...sent });
const onError = ({ skip }: { readonly skip: boolean }) => (skip ? { on_error: 'skip' as const } : {});

/** What is compared of an answer: no texts for people. */
const told = (reply: CommandReply): unknown => {
  if (reply.status === 'refused')
    return { refused: reply.code, errors: (reply.errors ?? []).map(flawOf).sort(inOrder) };
  return { result: withoutMessages(reply.result) };
};
const toldOf = (expected: Expected): unknown =>
  'refused' in expected
    ? { refused: expected.refused, errors: [...(expected.errors ?? [])].sort(inOrder) }
    : { result: withoutMessages(expected.result) };

const flawOf = ({ pointer = '', code }: { readonly pointer?: string; readonly code: string }): Flaw => [
  pointer,
  code,
];
const inOrder = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** What was left out, and what stays, in an order of their own. */
const withoutMessages = (result: unknown): unknown =>
  result === undefined
    ? undefined
    : (JSON.parse(JSON.stringify(result), (key: string, value: unknown) => {
        if (key === 'message') return undefined;
        return Array.isArray(value) && key === 'kept' ? [...(value as unknown[])].sort(inOrder) : value;
      }) as unknown);
