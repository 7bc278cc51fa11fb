import { randomUUID } from 'node:crypto';
import type { EventToAppend } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import type { AnyHandler } from './call/handler.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingHandlers } from './testkit/thing-operations.js';

const things = '/api/v1/things';
const LONG = 1_100;

/** Reads of much of the past have few places, so that they never are all that a gateway does. */
describe('reads of much of the past', () => {
  let edge: RunningEdge;
  let path: string;
  let past: string;
  let release: () => void = () => undefined;
  let gate: Promise<void> | undefined;
  const send = requests(() => edge);
  const as = (caller: string, at: string) =>
    send('GET', at, undefined, { authorization: `Bearer ${caller}` });
  /** Lists of the past wait while the gate is closed. */
  const waiting = (one: AnyHandler): AnyHandler => ({
    ...one,
    handle: async (call) => {
      if (
        one.operation.id === 'listThings' &&
        'pointInTime' in (call as { readonly context: object }).context
      )
        await gate;
      return one.handle(call);
    },
  });

  const closed = (): void => {
    gate = new Promise((resolve) => (release = resolve));
  };

  beforeAll(async () => {
    const handlers = thingHandlers(async () => ({ kind: 'empty' })).map(waiting);
    edge = await startEdge({ handlers, limits: { heavyReads: 3, callerShare: 1 } });
    const made = await send('POST', things, { name: 'a' });
    path = `${things}/${made.body.id}`;
    past = new Date().toISOString();
    await until(async () => new Date().toISOString() > past);
    past = `as_of=${past}`;
  });
  afterEach(() => release());
  afterAll(() => edge.stop());

  it('have a quarter of the places for one account: the next waits, and all have no more than there are', async () => {
    closed();
    const held = [as('ada', `${things}?${past}`)];
    await until(async () => edge.load.heavyReads.taken === 1);
    held.push(as('ada', `${things}?${past}`));
    await until(async () => edge.load.requests.taken === 2);
    const third = await as('ada', `${things}?${past}`);
    expect([third.status, third.body.code, third.header('retry-after')]).toEqual([
      429,
      'too_many_at_once',
      '1',
    ]);
    expect(third.body['detail']).toContain('One account may have 1 heavy reads');
    expect((await as('key', `${things}?${past}`)).body.code).toBe('too_many_at_once');
    held.push(as('eve', `${things}?${past}`), as('root', `${things}?${past}`));
    await until(async () => edge.load.heavyReads.taken === 3);
    expect(edge.load.heavyReads).toEqual({ taken: 3, bound: 3, refused: 2 });
    expect(edge.load.requests.taken).toBe(4);
    expect((await as('ada', things)).status).toBe(200);
    expect((await as('ada', `${path}?${past}`)).status).toBe(200);
    release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(edge.load.heavyReads.taken).toBe(0);
    expect((await as('ada', `${things}?${past}`)).status).toBe(200);
  });

  it('are refused with 503 when others have all places', async () => {
    const small = await startEdge({
      handlers: thingHandlers(async () => ({ kind: 'empty' })).map(waiting),
      limits: { heavyReads: 1 },
    });
    const before = edge;
    edge = small;
    closed();
    const held = as('ada', `${things}?${past}`);
    await until(async () => small.load.heavyReads.taken === 1);
    const refused = await as('root', `${things}?${past}`);
    expect([refused.status, refused.body.code, refused.header('retry-after')]).toEqual([
      503,
      'overloaded',
      '1',
    ]);
    release();
    expect((await held).status).toBe(200);
    await small.stop();
    edge = before;
  });

  it('are reads of one thing too, when its past is long', async () => {
    const stream = `thing-${path.slice(things.length + 1)}`;
    const tip = (await edge.engines.log.read(stream)).at(-1)!;
    const events = Array.from({ length: LONG }, (): EventToAppend => {
      const id = randomUUID();
      return { ...tip, id, type: 'things.thing.renamed.v1', data: { name: id } };
    });
    await edge.engines.log.append({ stream, expected: tip, events });
    closed();
    const held = as('ada', `${things}?${past}`);
    await until(async () => edge.load.heavyReads.taken === 1);
    const long = await as('ada', `${path}?revision=${LONG}`);
    expect([long.status, long.body.code]).toEqual([429, 'too_many_at_once']);
    expect((await as('ada', `${path}?revision=3`)).status).toBe(200);
    release();
    await held;
    const read = await as('ada', `${path}?revision=${LONG}`);
    expect([read.status, read.body.name]).toEqual([200, (events.at(-1)!.data as { name: string }).name]);
  });
});
