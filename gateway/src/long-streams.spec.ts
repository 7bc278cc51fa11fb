import { command, event, type EventOf, operation } from '@cairn/contracts';
import {
  aggregate,
  defineService,
  derivedId,
  projection,
  type QueryContext,
  serviceCommand,
  type StreamMoments,
} from '@cairn/kernel';
import { Type } from '@sinclair/typebox';
import { answer, listed } from './call/answer.js';
import { handler } from './call/handler.js';
import { type Behind, requests, type RunningEdge, startEdge } from './testkit/edge.js';

const BASE = '/things/{thing_id}/parts';
const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';
/** The stream of the parts of a thing is asked for by the id of the thing, and has an id of its own. */
const streamIdOf = (thing: string): string => derivedId(thing, 'content');

const PartNamed = event({
  name: 'PartNamed',
  storedType: 'things.part.named.v1',
  description: 'A part of a thing has a name.',
  schema: Type.Object({ name: Type.String() }),
  example: { name: 'a' },
});
const content = aggregate<number, EventOf<typeof PartNamed>>({
  category: 'thingContent',
  keyWord: 'content',
  events: [PartNamed],
  stateVersion: 1,
  initial: 0,
  evolve: (count) => count + 1,
});
/** A document for each revision: when it was, which is all that is asked. */
const moments = projection({
  name: 'things.moments',
  version: 1,
  collections: [{ name: 'moments', indexes: [] }],
  events: [PartNamed],
  project: (_, { id, revision, at }) => [
    { kind: 'put', collection: 'moments', document: { id: `${id}.${revision}`, at } },
  ],
});
const ofContent: StreamMoments = {
  category: content.category,
  at: async (documents, id, revision) => {
    const told = await documents.get('moments', `${id}.${revision}`);
    if (told !== undefined)
      return { at: told['at'] as string, pinned: { stream: `${content.category}-${id}`, revision } };
    return (await documents.get('moments', `${id}.0`)) === undefined ? 'none' : 'future';
  },
};

const namePart = command('things.namePart', Type.Object({ thing_id: Type.String(), name: Type.String() }));
const thingParts = defineService({
  name: 'things',
  aggregates: [content],
  projections: [moments],
  commands: [
    serviceCommand(namePart, ({ thing_id, name }, { execute }) =>
      execute(content, thing_id, { decide: () => [PartNamed.of({ name })] }),
    ),
  ],
  moments: [ofContent],
});

const shared = { tag: 'Parts', summary: 'A part', access: 'datasets:read' } as const;
const travelled = { timeTravel: true, stream: content.category, streamOf: 'thing_id' } as const;
const ofThing = Type.Object({ thing_id: Type.String() });
const operations = {
  list: operation({
    ...shared,
    ...travelled,
    id: 'listParts',
    method: 'GET',
    path: BASE,
    params: ofThing,
    list: { sort: ['id'], defaultSort: 'id', filters: { kind: Type.String() }, pastFilters: true },
    replies: {},
  }),
  get: operation({
    ...shared,
    ...travelled,
    id: 'getPart',
    method: 'GET',
    path: `${BASE}/{part}`,
    params: Type.Object({ thing_id: Type.String(), part: Type.String() }),
    replies: {},
  }),
  names: operation({
    ...shared,
    ...travelled,
    id: 'listPartNames',
    method: 'GET',
    path: '/things/{thing_id}/part-names',
    params: ofThing,
    list: { sort: ['id'], defaultSort: 'id', filters: {} },
    replies: {},
  }),
  name: operation({
    ...shared,
    id: 'namePart',
    access: 'datasets:write',
    method: 'POST',
    path: BASE,
    params: ofThing,
    body: Type.Object({ name: Type.String() }),
    replies: {},
  }),
};
/** Answers the moment that is read. */
const momentOf = ({ pointInTime }: QueryContext) => {
  const { at, pinned } = pointInTime ?? { at: 'now' };
  return answer({ at, stream: pinned?.stream ?? '', revision: pinned?.revision.toString() ?? '' });
};
const behind: Behind = {
  service: thingParts,
  operations: Object.values(operations),
  handlers: () => [
    handler(operations.list, async ({ context }) => momentOf(context)),
    handler(operations.get, async ({ context }) => momentOf(context)),
    handler(operations.names, async () => listed({ elements: [{ name: 'a' }], total: 1, totalExact: true })),
    handler(operations.name, async (call) => {
      const { thing_id } = call.params;
      const target = { location: `/things/${thing_id}/parts`, id: thing_id };
      const { context } = await call.write(namePart, { thing_id, name: call.body.name }, target);
      return momentOf(context);
    }),
  ],
};

describe('a revision of a stream that is too long to be read', () => {
  let edge: RunningEdge;
  let mayRead = true;
  const send = requests(() => edge);
  const name = (thing: string, headers = {}) =>
    send('POST', `/things/${thing}/parts`, { name: 'a' }, headers);

  beforeAll(async () => {
    const published = { events: [], states: [], mayRead: async () => mayRead };
    edge = await startEdge({ published: [{ ...thingParts, published }] }, behind);
    for (const thing of [A, A, A, B]) expect((await name(thing)).status).toBe(200);
  });
  afterAll(() => edge.stop());
  beforeEach(() => {
    mayRead = true;
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['of a part', `/things/${A}/parts/${B}?revision=1`],
    ['of a part with a long name', `/things/${A}/parts/${encodeURIComponent('ü/🦆'.repeat(333))}?revision=1`],
    ['of a list', `/things/${A}/parts?revision=1&kind=x`],
  ])('is told by its service: %s', async (_, path) => {
    const stream = `thingContent-${streamIdOf(A)}`;
    const [, recorded] = await edge.engines.log.read(stream);
    const read = jest.spyOn(edge.engines.log, 'read');
    const get = jest.spyOn(edge.engines.documents, 'get');
    const { status, body } = await send('GET', path);
    expect([status, body]).toEqual([200, { at: recorded!.metadata.at, stream, revision: '1' }]);
    expect(read).not.toHaveBeenCalled();
    expect(get).toHaveBeenCalledWith('moments', `${streamIdOf(A)}.1`);
  });

  it.each([
    [`/things/${A}/parts/x?revision=3`, 422, 'in_future'],
    [`/things/${streamIdOf(A)}/parts/${A}?revision=0`, 404, 'not_found'],
    [`/things/${streamIdOf(A)}/parts?revision=0`, 404, 'not_found'],
  ])('is told to be none or to come: %s', async (path, status, code) => {
    const answered = await send('GET', path);
    expect([answered.status, answered.body.code]).toEqual([status, code]);
  });

  it('is not asked for by who may not know of it', async () => {
    mayRead = false;
    const get = jest.spyOn(edge.engines.documents, 'get');
    expect((await send('GET', `/things/${A}/parts/x?revision=0`)).status).toBe(404);
    expect(get).not.toHaveBeenCalled();
  });

  it('is what a command that comes again is answered by', async () => {
    const key = { 'idempotency-key': 'k' };
    edge.knobs.lagging = true;
    expect((await name(B, { ...key, prefer: 'respond-async' })).status).toBe(202);
    edge.knobs.lagging = false;
    expect((await name(B)).body['at']).toBe('now');
    const read = jest.spyOn(edge.engines.log, 'read');
    const { body } = await name(B, key);
    expect(body).toMatchObject({ stream: `thingContent-${streamIdOf(B)}`, revision: '1' });
    expect(read.mock.calls.filter(([, options]) => options?.through !== undefined)).toEqual([]);
  });

  it('marks a list of what is in the stream stale while its events wait for a repair', async () => {
    const isMarked = async (thing: string): Promise<boolean> =>
      (await send('GET', `/things/${thing}/part-names`)).header('x-stale') === 'true';
    edge.knobs.stale = [`thingContent-${streamIdOf(A)}`];
    expect([await isMarked(A), await isMarked(B)]).toEqual([true, false]);
    edge.knobs.stale = [];
    expect(await isMarked(A)).toBe(false);
  });
});
