/**
 * S18: a right to an asset that was taken away, in every way that there is: nothing is granted after the answer, at any
 * gateway, to a session or to a key. Sessions, keys and accounts that end are in `revocation.spec.ts`, what was on its way
 * in `late-bodies.spec.ts`, work in `work-under-way.timing.spec.ts`.
 */
import type { Client, PlainRequest } from '@cairn/client';
import { assets, operations } from '@cairn/contracts';
import { answerOf } from '../support/answers.js';
import type { Given, Grant } from '../support/granting.js';
import type { LoggedEvent } from '../support/inside.js';
import { openStage, type Stage } from '../support/stage.js';
import { waysToTakeGrants } from '../support/taking-grants.js';
import { type SharedCairn, topologies } from '../support/topology.js';

type Told = Readonly<Record<'alone' | 'past' | 'listed' | 'written', string | number>>;
/** What is told to somebody who holds so much of an asset. What is deleted can still be read as it was. */
const WITHIN: Readonly<Record<Grant['could'] | Grant['left'], Told>> = {
  write: { alone: '200 200', past: '200 200 200', listed: 'listed listed', written: 200 },
  read: { alone: '200 200', past: '200 200 200', listed: 'listed listed', written: 403 },
  past: { alone: '404 404', past: '200 200 200', listed: 'unlisted unlisted', written: 404 },
  nothing: { alone: '404 404', past: '404 404 404', listed: 'unlisted unlisted', written: 404 },
};

const groupsOf = ({ group }: Grant) => (group === undefined ? [] : [group]);

describe.each(topologies)('S18 a right that was taken away, on $name', (topology) => {
  let cairn: SharedCairn;
  let stage: Stage;
  /** A key of the taker's, with every scope. */
  let key: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    stage = await openStage(cairn);
    const body = { name: 'of the taker', scopes: ['*:*'] };
    key = (await stage.taker.client.call('createAPIKey', { body })).body.key;
  });
  afterAll(() => cairn.leave());

  /** Whether a list has one, and counts what it has. */
  const listed = async (client: Client, path: string, id: string, query = {}): Promise<string> => {
    const wanted = { method: 'GET', path, query: { limit: 100, sort: '-created_at', ...query } } as const;
    const { text, headers } = await answerOf(client, wanted);
    const elements = JSON.parse(text) as readonly { readonly id: string }[];
    const isCounted = Number(headers.get('x-total-count')) === elements.length;
    return `${elements.some((one) => one.id === id) ? 'listed' : 'unlisted'}${isCounted ? '' : ' miscounted'}`;
  };
  /** One and what is in it; as it was, its history, what an event of it says. */
  const readsOf = ({ asset, id }: Given, made: LoggedEvent, at: string) => {
    const read: PlainRequest = { method: 'GET', path: asset.path, params: { id } };
    const event: PlainRequest = {
      method: 'GET',
      path: operations.getEventData.path,
      params: { event_id: made.id },
      query: { subject: made.stream, sequence: String(made.revision).padStart(20, '0') },
    };
    return {
      alone: [read, { ...read, path: `${asset.path}/versions` }],
      past: [{ ...read, query: { as_of: at } }, { ...read, path: asset.operations.history.path }, event],
    };
  };
  const toldOf = async (client: Client, one: Given, { made, name }: Known, at: string): Promise<Told> => {
    const statusesOf = async (requests: readonly PlainRequest[]): Promise<string> => {
      const asked = requests.map(async (request) => (await answerOf(client, request)).status);
      return (await Promise.all(asked)).join(' ');
    };
    const { alone, past } = readsOf(one, made, at);
    const { path } = one.asset.operations.list;
    const lists = [{}, { q: name }].map((query) => listed(client, path, one.id, query));
    const reads = {
      alone: await statusesOf(alone),
      past: await statusesOf(past),
      listed: (await Promise.all(lists)).join(' '),
    };
    const change: PlainRequest = { method: 'PUT', path: one.asset.path, params: { id: one.id } };
    const { status } = await answerOf(client, { ...change, body: { description: 'theirs' } });
    return { ...reads, written: status };
  };

  const everybody = (): readonly (readonly [string, Client])[] =>
    cairn.gateways.flatMap((_, gateway) => [
      [`the session at ${gateway}`, stage.at(gateway, stage.taker.token)] as const,
      [`the key at ${gateway}`, stage.at(gateway, key)] as const,
    ]);
  /** What is known of an asset by who made it. */
  interface Known {
    readonly made: LoggedEvent;
    readonly name: string;
  }
  const knownOf = async ({ given }: Grant, since: string): Promise<readonly Known[]> => {
    const events = await cairn.inside.events(since);
    return given.map(({ id }) => {
      const made = events.find(({ stream }) => stream.endsWith(`-${id}`));
      if (made === undefined) throw new Error(`nothing happened to ${id}`);
      return { made, name: (JSON.parse(made.data) as { readonly name: string }).name };
    });
  };
  const toldOfGroup = async (client: Client, { path, id }: NonNullable<Grant['group']>): Promise<string> => {
    const { status } = await answerOf(client, { method: 'GET', path: `${path}/{id}`, params: { id } });
    return `${status} ${await listed(client, path, id)}`;
  };
  /** One after the other: what is asked of one is a crowd already. */
  const toldEverywhere = async (grant: Grant, known: readonly Known[], at: string) => {
    const cells: Record<string, string | Told> = {};
    for (const [who, client] of everybody()) {
      for (const [index, one] of grant.given.entries())
        cells[`${one.asset.called} by ${who}`] = await toldOf(client, one, known[index]!, at);
      for (const one of groupsOf(grant)) cells[`group by ${who}`] = await toldOfGroup(client, one);
    }
    return cells;
  };
  const expected = (grant: Grant, as: keyof typeof WITHIN) =>
    Object.fromEntries<string | Told>(
      everybody().flatMap(([who]) => [
        ...assets.map(({ called }) => [`${called} by ${who}`, WITHIN[as]] as const),
        ...groupsOf(grant).map(
          () => [`group by ${who}`, as === 'nothing' ? '404 unlisted' : '200 listed'] as const,
        ),
      ]),
    );

  it.each(Object.keys(waysToTakeGrants))('%s', async (way) => {
    const since = await cairn.inside.head();
    const grant = await waysToTakeGrants[way]!(await stage.scene());
    const known = await knownOf(grant, since);
    const at = new Date().toISOString();
    expect(await toldEverywhere(grant, known, at)).toEqual(expected(grant, grant.could));
    await grant.take();
    expect(await toldEverywhere(grant, known, at)).toEqual(expected(grant, grant.left));
  });
});
