import { RequestDigests } from './request-digests.js';

describe('the digests of requests', () => {
  const key = (fill: number) => ({ id: String(fill), key: Buffer.alloc(32, fill) });
  let now: number;
  let asked: number;
  let keys: (() => readonly ReturnType<typeof key>[])[];
  let digests: RequestDigests;
  beforeEach(() => {
    [now, asked, keys] = [0, 0, [() => [key(2), key(1)]]];
    const serverKeys = async () => {
      asked += 1;
      return (keys.length > 1 ? keys.shift()! : keys[0]!)();
    };
    digests = new RequestDigests({ vault: { serverKeys }, clock: { now: () => now } });
  });

  it('are the same for the same request alone', async () => {
    const one = await digests.of('createDataset', '/api/v1/datasets', '{}');
    expect(await digests.of('createDataset', '/api/v1/datasets', '{}')).toBe(one);
    expect(await digests.of('createDataset', '/api/v1/datasets', '{"a":1}')).not.toBe(one);
    expect(one).toMatch(/^[\w-]{43}$/);
  });

  it('are made with the oldest valid key, which is asked for once a minute', async () => {
    const one = await digests.of('a');
    now = 59_999;
    await digests.of('b');
    expect(asked).toBe(1);
    keys = [() => [key(3), key(1)]];
    now = 60_000;
    expect(await digests.of('a')).toBe(one);
    expect(asked).toBe(2);
  });

  it('do not remember that the vault was away', async () => {
    keys.unshift(() => {
      throw new Error('away');
    });
    await expect(digests.of('a')).rejects.toThrow('away');
    expect(await digests.of('a')).toMatch(/^[\w-]{43}$/);
  });
});
