import { conformance } from '../testkit/conformance.js';
import { PersonErased, type Vault, VaultUnavailable } from './port.js';

export interface VaultUnderTest {
  readonly vault: Vault;
  /** Lets time go by for the vault. */
  readonly pass: (ms: number) => Promise<void>;
}

const ADA = '0197c1de-0000-7000-8000-00000000000a';
const EVE = '0197c1de-0000-7000-8000-00000000000e';
const CREDENTIAL = { kind: 'password', hash: '$argon2id$…', parameters: { m: 19456, t: [2] }, none: null };
const named =
  (...ids: readonly string[]) =>
  async (id: string): Promise<boolean> =>
    ids.includes(id);

/** What every vault keeps to. `make` gives an empty one. */
export const vaultConformance = (name: string, make: () => Promise<VaultUnderTest>): void => {
  conformance(`the vault in ${name}`, () => {
    let vault: Vault;
    let pass: VaultUnderTest['pass'];
    beforeEach(async () => {
      ({ vault, pass } = await make());
    });
    afterEach(() => vault.close());

    describe('keys of persons', () => {
      it('makes one of 32 bytes, another for each, and gives the same again', async () => {
        const [ada, eve] = [await vault.keyFor(ADA), await vault.keyFor(EVE)];
        expect([ada.byteLength, eve.byteLength]).toEqual([32, 32]);
        expect(ada.equals(eve)).toBe(false);
        expect((await vault.keyFor(ADA)).equals(ada)).toBe(true);
        expect((await vault.findKey(ADA))!.equals(ada)).toBe(true);
      });

      it('makes one when many ask at once', async () => {
        const keys = await Promise.all(Array.from({ length: 10 }, () => vault.keyFor(ADA)));
        expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
      });

      it('makes those of many at once, and fails for who was erased alone', async () => {
        await vault.eraseKey(ADA);
        const asked = [EVE, ADA, ...Array.from({ length: 10 }, (_, index) => `somebody ${index}`)];
        const made = await Promise.allSettled(asked.map((subject) => vault.keyFor(subject)));
        expect(made.map(({ status }) => status)).toEqual(
          asked.map((subject) => (subject === ADA ? 'rejected' : 'fulfilled')),
        );
        const keys = made.flatMap((one) => (one.status === 'fulfilled' ? one.value.toString('hex') : []));
        expect(new Set(keys).size).toBe(asked.length - 1);
        const found = await Promise.all(asked.map((subject) => vault.findKey(subject)));
        expect(found.flatMap((key) => key?.toString('hex') ?? [])).toEqual(keys);
      });

      it('makes none when one is only looked for', async () => {
        expect(await vault.findKey(ADA)).toBeUndefined();
        expect(await vault.findKey(ADA)).toBeUndefined();
      });

      it('law 8: erases one for good, and no other', async () => {
        await vault.keyFor(ADA);
        const eve = await vault.keyFor(EVE);
        await vault.eraseKey(ADA);
        await expect(vault.keyFor(ADA)).rejects.toBeInstanceOf(PersonErased);
        expect(await vault.findKey(ADA)).toBeUndefined();
        expect((await vault.keyFor(EVE)).equals(eve)).toBe(true);
      });

      it('may erase again, and who never had a key', async () => {
        await vault.keyFor(ADA);
        await vault.eraseKey(ADA);
        await vault.eraseKey(ADA);
        await vault.eraseKey(EVE);
        await expect(vault.keyFor(ADA)).rejects.toBeInstanceOf(PersonErased);
        await expect(vault.keyFor(EVE)).rejects.toBeInstanceOf(PersonErased);
      });
    });

    describe('credentials', () => {
      it('gives back what was put', async () => {
        expect(await vault.findCredential('c1')).toBeUndefined();
        await vault.putCredential('c1', CREDENTIAL);
        expect(await vault.findCredential('c1')).toEqual(CREDENTIAL);
      });

      it('law 8: takes the same row again, in whatever order its fields stand, and no other', async () => {
        await vault.putCredential('c1', CREDENTIAL);
        await vault.putCredential('c1', Object.fromEntries(Object.entries(CREDENTIAL).reverse()));
        await expect(vault.putCredential('c1', { ...CREDENTIAL, hash: 'other' })).rejects.toThrow('c1');
        expect(await vault.findCredential('c1')).toEqual(CREDENTIAL);
      });

      it('removes one, also one that is not there', async () => {
        await vault.putCredential('c1', CREDENTIAL);
        await vault.putCredential('c2', CREDENTIAL);
        await vault.removeCredential('c1');
        await vault.removeCredential('c1');
        expect(await vault.findCredential('c1')).toBeUndefined();
        expect(await vault.findCredential('c2')).toEqual(CREDENTIAL);
      });

      it('law 8: collects those that are older and that nothing names', async () => {
        await vault.putCredential('named', CREDENTIAL);
        await vault.putCredential('left', CREDENTIAL);
        await pass(1000);
        await vault.putCredential('young', CREDENTIAL);
        await pass(1);
        expect(await vault.collectCredentials({ isNamed: named('named'), olderThanMs: 1001 })).toBe(0);
        expect(await vault.collectCredentials({ isNamed: named('named'), olderThanMs: 1000 })).toBe(1);
        expect(await vault.findCredential('left')).toBeUndefined();
        expect(await vault.findCredential('named')).toEqual(CREDENTIAL);
        expect(await vault.findCredential('young')).toEqual(CREDENTIAL);
      });

      it('collects many', async () => {
        const ids = Array.from({ length: 450 }, (_, n) => `c${n}`);
        for (const id of ids) await vault.putCredential(id, { id });
        await pass(10);
        const kept = ids.filter((_, n) => n % 3 === 0);
        expect(await vault.collectCredentials({ isNamed: named(...kept), olderThanMs: 1 })).toBe(300);
        const found = await Promise.all(ids.map((id) => vault.findCredential(id)));
        expect(found.filter((each) => each !== undefined)).toEqual(kept.map((id) => ({ id })));
      });
    });

    describe('keys of the server', () => {
      const hex = (keys: readonly { readonly id: string; readonly key: Buffer }[]): readonly string[] =>
        keys.map(({ id, key }) => `${id} ${key.toString('hex')}`);

      it('makes the first, and gives the same again', async () => {
        const keys = await vault.serverKeys('session');
        expect(keys).toHaveLength(1);
        expect(keys[0]!.id).toMatch(/^[\w-]{1,16}$/);
        expect(keys[0]!.key.byteLength).toBe(32);
        expect(hex(await vault.serverKeys('session'))).toEqual(hex(keys));
      });

      it('makes one when many ask at once', async () => {
        const rings = await Promise.all(Array.from({ length: 10 }, () => vault.serverKeys('session')));
        expect(new Set(rings.map((ring) => hex(ring).join())).size).toBe(1);
      });

      it('has others for each purpose', async () => {
        const [session, command] = [await vault.serverKeys('session'), await vault.serverKeys('command-id')];
        expect(session[0]!.id).not.toBe(command[0]!.id);
        expect(session[0]!.key.equals(command[0]!.key)).toBe(false);
      });

      it('law 8: keeps two after a rotation, the newest first', async () => {
        const [first] = await vault.serverKeys('session');
        const other = await vault.serverKeys('command-id');
        const second = await vault.rotateServerKey('session');
        expect(hex(await vault.serverKeys('session'))).toEqual(hex([second, first!]));
        const third = await vault.rotateServerKey('session');
        expect(hex(await vault.serverKeys('session'))).toEqual(hex([third, second]));
        expect(new Set(hex([first!, second, third])).size).toBe(3);
        expect(hex(await vault.serverKeys('command-id'))).toEqual(hex(other));
      });

      it('makes the first by a rotation where there is none', async () => {
        const key = await vault.rotateServerKey('session');
        expect(hex(await vault.serverKeys('session'))).toEqual(hex([key]));
      });
    });

    it('refuses nothing while it is wrapped as it was', async () => {
      await vault.keyFor(ADA);
      expect(await vault.refusal()).toBeUndefined();
    });

    it('cannot be reached when it is closed', async () => {
      await vault.close();
      await expect(vault.keyFor(ADA)).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.findKey(ADA)).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.eraseKey(ADA)).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.putCredential('c1', CREDENTIAL)).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.findCredential('c1')).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.removeCredential('c1')).rejects.toBeInstanceOf(VaultUnavailable);
      const collected = vault.collectCredentials({ isNamed: named(), olderThanMs: 0 });
      await expect(collected).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.serverKeys('session')).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.rotateServerKey('session')).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(vault.refusal()).rejects.toBeInstanceOf(VaultUnavailable);
    });
  });
};
