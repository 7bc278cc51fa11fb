import { openSqliteRegisters, patience, type Registers } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import type { AnyHandler } from './call/handler.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingHandlers } from './testkit/thing-operations.js';

/** Until its deadline a request may still run: what comes with its key meanwhile does not begin. */
describe('an Idempotency-Key while its first request runs', () => {
  let edge: RunningEdge;
  let registers: Registers;
  let afterSeconds: (seconds: number) => void;
  let release: () => void = () => undefined;
  let begun = 0;
  const send = requests(() => edge);
  const post = () =>
    send('POST', '/api/v1/things', { name: 'a' }, { authorization: 'Bearer ada', 'idempotency-key': 'k' });

  const start = async (operation: { readonly takesLong?: true }): Promise<void> => {
    const gate = new Promise<void>((resolve) => (release = resolve));
    const began = Date.now();
    let now = began;
    afterSeconds = (seconds) => (now = began + seconds * 1_000 * patience());
    const clock = { now: () => now };
    const held = (one: AnyHandler): AnyHandler => ({
      ...one,
      operation: { ...one.operation, ...operation },
      handle: async (call) => {
        begun += 1;
        if (begun === 1) await gate;
        return one.handle(call);
      },
    });
    begun = 0;
    registers = openSqliteRegisters({ path: ':memory:', clock });
    const handlers = thingHandlers(async () => ({ kind: 'empty' })).map((one) =>
      one.operation.id === 'createThing' ? held(one) : one,
    );
    edge = await startEdge({ handlers, clock, registers });
  };
  afterEach(async () => {
    release();
    await edge.stop();
    await registers.close();
  });

  it.each([
    [{}, 12, 31],
    [{ takesLong: true }, 62, 81],
  ] as const)('%j: is running after %d s, free after %d s', async (operation, runs, isGone) => {
    await start(operation);
    const first = post();
    await until(async () => begun === 1);
    afterSeconds(runs);
    const meanwhile = await post();
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'idempotency_running']);
    expect(begun).toBe(1);
    afterSeconds(isGone);
    expect((await post()).status).toBe(201);
    release();
    const late = await first;
    expect([late.status, late.header('idempotency-replayed')]).toEqual([201, 'true']);
  });
});
