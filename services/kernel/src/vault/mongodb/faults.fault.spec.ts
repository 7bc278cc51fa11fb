import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { pause } from '../../clock/pause.js';
import { PersonErased, type Vault, VaultUnavailable } from '../port.js';
import { openMongoVault } from './mongo-vault.js';

const TIMEOUT_MS = 800;
/** The rest is for a machine that has much to do. */
const SOON_MS = TIMEOUT_MS + 700;

describe('a vault in a MongoDB that fails', () => {
  let engine: RunningEngine;
  let vault: Vault;

  beforeAll(async () => {
    engine = await startEngine('mongodb');
  }, 600_000);
  afterAll(() => engine.stop());
  beforeEach(async () => {
    const url = new URL(engine.url);
    url.pathname = `/vault-${randomUUID()}`;
    vault = await whenReached(() =>
      openMongoVault({ url: url.href, secret: 'a secret', timeoutMs: TIMEOUT_MS }),
    );
  });
  afterEach(() => vault.close());

  const whenReached = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof VaultUnavailable)) throw error;
        await pause(10);
      }
    }
  };
  const CALLS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['keyFor', () => vault.keyFor('ada')],
    ['findKey', () => vault.findKey('ada')],
    ['eraseKey', () => vault.eraseKey('eve')],
    ['putCredential', () => vault.putCredential('c', { hash: 'x' })],
    ['findCredential', () => vault.findCredential('c')],
    ['removeCredential', () => vault.removeCredential('d')],
    ['collectCredentials', () => vault.collectCredentials({ isNamed: async () => true, olderThanMs: 0 })],
    ['serverKeys', () => vault.serverKeys('session')],
    ['rotateServerKey', () => vault.rotateServerKey('session')],
  ];
  const expectAllToFail = async (): Promise<void> => {
    await Promise.all(
      CALLS.map(async ([name, call]) => {
        const began = performance.now();
        const failed = await call().then(
          () => `${name} answered`,
          (error: unknown) => error,
        );
        expect(failed).toBeInstanceOf(VaultUnavailable);
        expect(String(failed)).toContain(`MongoDB at ${new URL(engine.url).host}`);
        expect(performance.now() - began).toBeLessThan(SOON_MS);
      }),
    );
  };

  it('fails soon while it is frozen, and works again', async () => {
    const ada = await whenReached(() => vault.keyFor('ada'));
    await engine.signal('SIGSTOP');
    try {
      await expectAllToFail();
    } finally {
      await engine.signal('SIGCONT');
    }
    expect((await whenReached(() => vault.keyFor('ada'))).equals(ada)).toBe(true);
  });

  it('fails soon while it is down, and works again', async () => {
    const ada = await whenReached(() => vault.keyFor('ada'));
    await engine.kill();
    try {
      await expectAllToFail();
    } finally {
      await engine.again();
    }
    expect((await whenReached(() => vault.keyFor('ada'))).equals(ada)).toBe(true);
  });

  it('law 8: loses nothing that was acknowledged when it is killed: keys, credentials, erasures, rings', async () => {
    for (let kills = 0; kills < 3; kills += 1) {
      const keys = new Map<string, Buffer>();
      const erased: string[] = [];
      let newest = '';
      let isOver = false;
      const working = async (worker: number): Promise<void> => {
        try {
          for (let n = 0; !isOver; n += 1) {
            const person = `${kills}-${worker}-${n}`;
            keys.set(person, await vault.keyFor(person));
            await vault.putCredential(person, { person });
            if (worker === 0) newest = (await vault.rotateServerKey('session')).id;
            if (n % 3 !== 2) continue;
            keys.delete(person);
            await vault.eraseKey(person);
            erased.push(person);
          }
        } catch (error) {
          if (!(error instanceof VaultUnavailable)) throw error;
        }
      };
      const workers = Array.from({ length: 4 }, (_, worker) => working(worker));
      while (erased.length < 20) await pause(1);
      await engine.kill();
      isOver = true;
      await Promise.all(workers);
      await engine.again();
      const ring = await whenReached(() => vault.serverKeys('session'));
      expect(ring.map(({ id }) => id)).toContain(newest);
      for (const [person, key] of keys) expect((await vault.findKey(person))!.equals(key)).toBe(true);
      for (const person of erased) {
        await expect(vault.keyFor(person)).rejects.toBeInstanceOf(PersonErased);
        expect(await vault.findCredential(person)).toEqual({ person });
      }
    }
  });
});
