import { OutcomeUnknown } from '../errors/cairn-error.js';
import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { CounterMade, CounterNamed } from '../testkit/counters.js';
import { MOST_LISTED } from '../registers/port.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { NotYet, type Policy, PolicyRunner } from './policy.js';

describe('a policy that stumbles', () => {
  let engines: Embedded;
  let stop: AbortController;
  let running: Promise<void>;
  const reacted: string[] = [];

  const start = (react: Policy['react']): void => {
    const policy: Policy = {
      name: 'kernel.spec',
      categories: ['counter'],
      events: [CounterMade, CounterNamed],
      react,
    };
    stop = new AbortController();
    running = new PolicyRunner({ ...engines, policy }).run(stop.signal);
  };
  const ended = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  const made = async (id: string): Promise<void> => {
    const events = [counterEvent('made', { owner: 'o' })];
    await engines.log.append({ stream: `counter-${id}`, expected: NO_STREAM, events });
  };
  const more = async (id: string): Promise<void> => {
    const last = (await engines.log.read(`counter-${id}`)).at(-1)!;
    const events = [counterEvent('made', { owner: 'o' })];
    await engines.log.append({ stream: last.stream, expected: last, events });
  };
  /** An event that no policy here is for. */
  const passedOver = async (id: string): Promise<void> => {
    const events = [counterEvent('added', { by: 1 })];
    await engines.log.append({ stream: `counter-${id}`, expected: NO_STREAM, events });
  };
  const aside = async (): Promise<number> =>
    (await engines.registers.list('parked:policy:kernel.spec:')).length;

  beforeEach(() => {
    engines = openEmbedded();
    reacted.length = 0;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  });
  afterEach(async () => {
    await ended();
    jest.useRealTimers();
    await engines.remove();
  });
  /** Lets what waits go on until something is so. */
  const soon = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 1_000 && !(await isSo()); turn += 1) await jest.advanceTimersByTimeAsync(1_000);
    expect(await isSo()).toBe(true);
  };

  /** The same in no time: no timer rings. */
  const turns = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 1_000 && !(await isSo()); turn += 1) await new Promise(setImmediate);
    expect(await isSo()).toBe(true);
  };

  it.each([
    ['an append has no answer', new OutcomeUnknown('no answer came')],
    ['the read models are behind', new NotYet('not yet')],
    ['a disk is full', Object.assign(new Error('no space left'), { errno: -28, code: 'ENOSPC' })],
  ])('asks again for as long as it takes when nothing is wrong with the event: %s', async (_, error) => {
    let failures = 0;
    start(async ({ id }) => {
      failures += 1;
      if (failures <= 30) throw error;
      reacted.push(id);
    });
    await made('a');
    await soon(() => reacted.length > 0);
    expect([reacted, await aside()]).toEqual([['a'], 0]);
  });

  it('puts aside what is packed and damaged, though its error has a number', async () => {
    start(async () => {
      throw Object.assign(new Error('incorrect header check'), { errno: -3, code: 'Z_DATA_ERROR' });
    });
    await made('a');
    await soon(async () => (await aside()) === 1);
  });

  it('puts aside what is only named like an engine that is away', async () => {
    start(async () => {
      throw Object.assign(new Error('it is gone for good'), { name: 'XUnavailable' });
    });
    await made('a');
    await soon(async () => (await aside()) === 1);
  });

  it('puts aside what it cannot take, and tries it again at its next start', async () => {
    let isMended = false;
    const react: Policy['react'] = async ({ id }) => {
      if (id === 'a' && !isMended) throw new Error('a bug');
      reacted.push(id);
    };
    start(react);
    await made('a');
    await made('b');
    await soon(() => reacted.includes('b'));
    expect([reacted, await aside()]).toEqual([['b'], 1]);
    await ended();
    isMended = true;
    start(react);
    await soon(() => reacted.includes('a'));
    await soon(async () => (await aside()) === 0);
    expect(reacted).toEqual(['b', 'a']);
  });

  it('tries again every ten minutes what it put aside', async () => {
    let calls = 0;
    start(async ({ id }) => {
      calls += 1;
      if (calls <= 8) throw new Error('a bug');
      reacted.push(id);
    });
    await made('a');
    await soon(async () => (await aside()) === 1);
    await soon(() => reacted.length > 0);
    expect(calls).toBe(9);
  });

  it('tries all again that it put aside, however many fail before it', async () => {
    const ids = [...Array.from({ length: MOST_LISTED }, (_, n) => `a${n}`), 'z'];
    await Promise.all(ids.map(made));
    const key = (id: string): string => `parked:policy:kernel.spec:counter-${id}`;
    const put = (id: string) =>
      engines.registers.put(key(id), { stream: `counter-${id}`, revision: '0' }, undefined);
    await Promise.all(ids.map(put));
    await engines.registers.put('policy:kernel.spec', await engines.log.head(), undefined);
    start(async ({ id }) => {
      if (id !== 'z') throw new Error('a bug');
      reacted.push(id);
    });
    await soon(() => reacted.length > 0);
    await soon(async () => (await engines.registers.get(key('z'))) === undefined);
    expect(reacted).toEqual(['z']);
  });

  it('holds back what follows in the same stream until it was done, in its order, and nothing else', async () => {
    let isMended = false;
    const react: Policy['react'] = async ({ id, revision }) => {
      if (id === 'a' && !isMended) throw new Error('a bug');
      reacted.push(`${id}${revision.toString()}`);
    };
    start(react);
    await made('a');
    await more('a');
    await made('b');
    await soon(() => reacted.includes('b0'));
    await more('a');
    await ended();
    // Also those that come after a restart.
    start(react);
    await more('a');
    await made('c');
    await soon(() => reacted.includes('c0'));
    expect([reacted, await aside()]).toEqual([['b0', 'c0'], 1]);
    isMended = true;
    await soon(async () => (await aside()) === 0);
    await more('a');
    await soon(() => reacted.includes('a4'));
    expect(reacted).toEqual(['b0', 'c0', 'a0', 'a1', 'a2', 'a3', 'a4']);
  });

  it('puts aside what it cannot open', async () => {
    jest.spyOn(engines.vault, 'findKey').mockRejectedValue(new Error('a key is broken'));
    start(async ({ id }) => void reacted.push(id));
    const named = counterEvent('named', { person: 'p', name: { encrypted: 'x' } });
    await engines.log.append({ stream: 'counter-a', expected: NO_STREAM, events: [named] });
    await made('b');
    await soon(() => reacted.length > 0);
    expect([reacted, await aside()]).toEqual([['b'], 1]);
  });

  it('begins at the start where 2^64−1 was kept, which EventStoreDB 24 answers when it has no position', async () => {
    await engines.registers.put('policy:kernel.spec', '18446744073709551615', undefined);
    await made('a');
    start(async ({ id }) => void reacted.push(id));
    await soon(() => reacted.length > 0);
    expect(reacted).toEqual(['a']);
  });

  it('keeps at once how far it has reacted, and once in a while how far it has passed over others’ events', async () => {
    const put = jest.spyOn(engines.registers, 'put');
    const kept = async (): Promise<unknown> => (await engines.registers.get('policy:kernel.spec'))?.value;
    start(async ({ id }) => void reacted.push(id));
    await made('a');
    await turns(async () => (await kept()) === (await engines.log.head()));
    put.mockClear();
    for (let n = 0; n < 50; n += 1) {
      await passedOver(`other${n}`);
      await new Promise(setImmediate);
    }
    expect(put.mock.calls.length).toBeLessThan(5);
    await soon(async () => (await kept()) === (await engines.log.head()));
    await made('b');
    await turns(async () => (await kept()) === (await engines.log.head()));
    expect(reacted).toEqual(['a', 'b']);
  });
});
