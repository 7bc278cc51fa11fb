import type { AnyHandler } from './call/handler.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingHandlers } from './testkit/thing-operations.js';

/** Longer than a machine stands still. */
const LAG_MS = 9_000;

const PLACES = 2;

describe('a read that asks to be fresh', () => {
  let edge: RunningEdge;
  let path: string;
  let position: string;
  let asked = 0;
  const send = requests(() => edge);
  const read = (headers: Readonly<Record<string, string>>) => send('GET', path, undefined, headers);
  /** Says how far the read models are, and answers how long it was ready to wait, each time. */
  const tell = (isReached: boolean): readonly number[] => {
    const waits: number[] = [];
    edge.knobs.reached = async (timeoutMs) => {
      waits.push(timeoutMs);
      return isReached;
    };
    return waits;
  };
  const counted = (one: AnyHandler): AnyHandler => ({
    ...one,
    handle: (call) => {
      if (one.operation.id === 'getThing') asked += 1;
      return one.handle(call);
    },
  });

  beforeAll(async () => {
    const handlers = thingHandlers(async () => ({ kind: 'empty' })).map(counted);
    edge = await startEdge({ handlers, limits: { inFlight: PLACES, lagMs: LAG_MS } });
    const made = await send('POST', '/api/v1/things', { name: 'a' });
    path = `/api/v1/things/${made.body.id}`;
    position = made.header('x-position')!;
    // Whether the read models have caught up is asked until they have.
    await read({});
  });
  afterAll(() => edge.stop());
  beforeEach(() => {
    asked = 0;
    edge.knobs.lagging = false;
    edge.knobs.reached = undefined;
    edge.knobs.signedOut = false;
  });

  it('is answered when the position is reached, and told when the read models lag', async () => {
    expect((await read({ 'x-min-position': position })).status).toBe(200);
    edge.knobs.lagging = true;
    const late = await read({ 'x-min-position': position });
    expect([late.status, late.body.code]).toEqual([503, 'projection_lag']);
  });

  it('is refused at once for a position beyond the end of the log', async () => {
    const waits = tell(false);
    for (const beyond of ['zzzz', '9'.repeat(40), `${position}0`]) {
      const answer = await read({ 'x-min-position': beyond });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_header']);
    }
    expect(Math.max(...waits, 0)).toBe(0);
    expect(asked).toBe(0);
  });

  it('is refused at once for a revision beyond that of the resource, and asks for it once', async () => {
    const waits = tell(true);
    const { status, body } = await read({ 'x-min-revision': '7' });
    expect([status, body.code, asked]).toEqual([400, 'invalid_header', 1]);
    expect(waits).toEqual([0]);
  });

  it('is told that the read models lag when an event of it waits for a repair', async () => {
    edge.knobs.stale = [`thing-${path.split('/').at(-1)}`];
    const { status, body } = await read({ 'x-min-revision': '7' });
    edge.knobs.stale = [];
    expect([status, body.code]).toEqual([503, 'projection_lag']);
  });

  it('has no place while it waits', async () => {
    let waits = 0;
    let timeIsOver = (): void => undefined;
    const over = new Promise<void>((resolve) => (timeIsOver = resolve));
    const allWait = new Promise<void>((resolve) => {
      edge.knobs.reached = async (timeoutMs) => {
        if (timeoutMs > 0 && (waits += 1) === PLACES) resolve();
        if (timeoutMs > 0) await over;
        return false;
      };
    });
    const waiting = Array.from({ length: PLACES }, () => read({ 'x-min-revision': '0' }));
    await allWait;
    for (let count = 0; count < 3; count += 1) expect((await send('GET', '/api/v1/things')).status).toBe(200);
    timeIsOver();
    const late = await Promise.all(waiting);
    expect(late.map(({ body }) => body.code)).toEqual(['projection_lag', 'projection_lag']);
  });

  it('is asked again when something was written while it was asked, and answered when its revision is there', async () => {
    const head = jest.spyOn(edge.engines.log, 'head').mockResolvedValueOnce('0');
    await send('PUT', path, { name: 'b' });
    head.mockResolvedValueOnce(position);
    const { status, body } = await read({ 'x-min-revision': '1' });
    head.mockRestore();
    expect([status, body.name]).toEqual([200, 'b']);
    for (let count = 0; count < 3; count += 1) await send('POST', '/api/v1/things', { name: 'other' });
    asked = 0;
    expect((await read({ 'x-min-revision': '99', 'x-min-position': position })).status).toBe(400);
    expect(asked).toBe(2);
  });

  describe('S18: is refused when its caller is signed out while it waits', () => {
    const signedOutWhileWaiting = (isThereAtOnce: boolean) => async (timeoutMs: number) => {
      edge.knobs.signedOut ||= timeoutMs > 0;
      return isThereAtOnce || timeoutMs > 0;
    };

    it('for a position', async () => {
      edge.knobs.reached = signedOutWhileWaiting(false);
      expect((await read({ 'x-min-position': position })).status).toBe(401);
    });

    it('for a revision', async () => {
      await send('POST', '/api/v1/things', { name: 'behind it' });
      edge.knobs.reached = signedOutWhileWaiting(true);
      const head = jest.spyOn(edge.engines.log, 'head').mockResolvedValueOnce(position);
      const { status } = await read({ 'x-min-revision': '99' });
      head.mockRestore();
      expect([status, asked]).toEqual([401, 1]);
    });
  });

  it.each(['/openapi.json', '/docs', '/healthz', '/readyz'])(
    'is nothing for %s to wait for',
    async (anybody) => {
      const answer = await send('GET', anybody, undefined, {
        'x-min-position': 'zzzz',
        'x-min-revision': 'x',
      });
      expect(answer.status).toBe(200);
    },
  );
});
