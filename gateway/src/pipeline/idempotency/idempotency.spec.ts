import { openEmbedded, type Embedded } from '@cairn/kernel/testkit';
import { Problem } from '../../problems/problem.js';
import { type Claim, Idempotency, idempotencyKeyOf, type KeyedRequest } from './idempotency.js';
import { openReply, sealReply } from './sealed-reply.js';

const request: KeyedRequest = {
  caller: 'user:ada',
  operation: 'createThing',
  key: 'k-1',
  digest: 'd1',
  heldMs: 30_000,
};
const reply = { status: 201, headers: { ETag: '"0.x"' }, text: '{"secret":"canary"}' };

describe('idempotency keys', () => {
  let engines: Embedded;
  let idempotency: Idempotency;
  beforeEach(() => {
    engines = openEmbedded();
    idempotency = new Idempotency(engines);
  });
  afterEach(() => engines.remove());

  const running = async (which: KeyedRequest) => {
    const claim = await idempotency.claim(which);
    if (claim.kind !== 'run') throw new Error('it was replayed');
    return claim;
  };
  const refusal = (which: KeyedRequest) =>
    idempotency.claim(which).then(
      (claim: Claim) => claim.kind,
      (error: unknown) => (error instanceof Problem ? error.code : error),
    );

  it('give the stored reply again', async () => {
    const claim = await running(request);
    await claim.settle(reply);
    expect(await idempotency.claim(request)).toEqual({ kind: 'replay', reply });
  });

  it('law 3: make one command id, and another for another caller, operation or key', async () => {
    const id = async (which: KeyedRequest) => {
      const claim = await running(which);
      await claim.settle(undefined);
      return claim.commandId;
    };
    const first = await id(request);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(await id(request)).toBe(first);
    const others = [{ caller: 'user:bob' }, { operation: 'deleteThing' }, { key: 'k-2' }];
    for (const other of others) expect(await id({ ...request, ...other })).not.toBe(first);
  });

  it('refuse a retry while the first try runs, and another body at any time', async () => {
    const claim = await running(request);
    expect(await refusal(request)).toBe('idempotency_running');
    expect(await refusal({ ...request, digest: 'd2' })).toBe('idempotency_mismatch');
    await claim.settle(reply);
    expect(await refusal({ ...request, digest: 'd2' })).toBe('idempotency_mismatch');
  });

  it('S47: keep so much of a caller in a day, and after that the log alone knows its commands', async () => {
    let now = Date.UTC(2026, 0, 1);
    idempotency = new Idempotency({ ...engines, clock: { now: () => now }, maxKeptBytes: 1_000 });
    const large = { ...reply, text: 'x'.repeat(400) };
    const isKept = async (key: string, caller = 'user:ada'): Promise<boolean> => {
      await (await running({ ...request, caller, key })).settle(large);
      return (await idempotency.claim({ ...request, caller, key })).kind === 'replay';
    };
    expect([await isKept('1'), await isKept('2'), await isKept('3')]).toEqual([true, true, false]);
    expect(await isKept('1', 'user:eve')).toBe(true);
    now += 24 * 3_600_000;
    expect(await isKept('4')).toBe(true);
  });

  it('are free again when nothing came of the first try', async () => {
    await (await running(request)).settle(undefined);
    expect(await refusal({ ...request, digest: 'd2' })).toBe('run');
  });

  it('let one of two at the same time run', async () => {
    const outcomes = await Promise.all([refusal(request), refusal(request), refusal(request)]);
    expect(outcomes.sort()).toEqual(['idempotency_running', 'idempotency_running', 'run']);
  });

  it('law 3: are found after the server key was rotated', async () => {
    await (await running(request)).settle(reply);
    await engines.vault.rotateServerKey('command-id');
    expect(await idempotency.claim(request)).toEqual({ kind: 'replay', reply });
  });

  it('law 3: are claimed under the newest server key, so that the next rotation does not forget them', async () => {
    for (let turn = 0; turn < 2; turn += 1) await engines.vault.rotateServerKey('command-id');
    expect(await engines.vault.serverKeys('command-id')).toHaveLength(2);
    const claim = await running(request);
    await claim.settle(reply);
    await engines.vault.rotateServerKey('command-id');
    expect(await idempotency.claim(request)).toEqual({ kind: 'replay', reply });
  });

  it('are visible ASCII', () => {
    expect(idempotencyKeyOf(undefined)).toBeUndefined();
    expect(idempotencyKeyOf('a-b_c')).toBe('a-b_c');
    for (const bad of ['', 'a b', 'ä', 'x'.repeat(256)])
      expect(() => idempotencyKeyOf(bad)).toThrow('Idempotency-Key');
  });

  it('alone open a stored reply', () => {
    const secret = { clientKey: 'k', serverKey: Buffer.alloc(32, 1), record: 'r' };
    const sealed = sealReply(reply, secret);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('canary');
    expect(openReply(sealed, secret)).toEqual(reply);
    expect(() => openReply(sealed, { ...secret, clientKey: 'other' })).toThrow();
    expect(() => openReply(sealed, { ...secret, record: 'other' })).toThrow();
  });
});
