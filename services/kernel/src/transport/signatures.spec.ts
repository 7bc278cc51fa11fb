import type { ServerKey } from '../vault/port.js';
import { Signatures } from './signatures.js';

const request = { method: 'POST', path: '/commands', body: '{}' };

describe('signatures between processes', () => {
  let ring: readonly ServerKey[];
  let asked: number;
  const key = (id: string): ServerKey => ({ id, key: Buffer.from(id.repeat(32)) });
  const signatures = (aheadMs = 0) =>
    new Signatures({
      vault: {
        serverKeys: async () => {
          asked += 1;
          return ring;
        },
      },
      clock: { now: () => Date.now() + aheadMs },
    });

  beforeEach(() => {
    jest.useFakeTimers();
    ring = [key('a')];
    asked = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('by a key that is not known are believed a second later at the latest, when the ring has it', async () => {
    const here = signatures();
    const elsewhere = signatures();
    expect(await here.refusal(request, await elsewhere.sign(request))).toBeUndefined();
    ring = [key('b'), key('a')];
    const rotated = signatures();
    expect(await here.refusal(request, await rotated.sign(request))).toBe('its key is not known');
    jest.advanceTimersByTime(1_000);
    expect(await here.refusal(request, await rotated.sign(request))).toBeUndefined();
  });

  it('by keys that nobody has ask for the ring once a second', async () => {
    const here = signatures();
    const strange = `t=${Date.now() + 1_000},k=z,s=${'A'.repeat(43)}`;
    for (let turn = 0; turn < 10; turn += 1)
      expect(await here.refusal(request, strange)).toBe('its key is not known');
    expect(asked).toBe(1);
    jest.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 10; turn += 1) await here.refusal(request, strange);
    expect(asked).toBe(2);
  });

  it('of a machine whose clock is behind are refused with how far it is', async () => {
    const sent = await signatures().sign(request);
    const goodForMs = Number(/\d+/.exec(sent)![0]) - Date.now();
    expect(await signatures(goodForMs + 500).refusal(request, sent)).toBeUndefined();
    expect(await signatures(goodForMs + 2_480).refusal(request, sent)).toBe(
      'it came 2480 ms too late: the clocks of all machines must agree within 500 ms',
    );
  });

  it('are made by a newer key within a minute', async () => {
    const here = signatures();
    expect(await here.sign(request)).toContain('k=a,');
    ring = [key('b'), key('a')];
    expect(await here.sign(request)).toContain('k=a,');
    jest.advanceTimersByTime(60_000);
    expect(await here.sign(request)).toContain('k=b,');
  });
});
