import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { BSON } from 'mongodb';
import { type MongoConnection, openMongo } from '../../mongodb/index.js';
import { vaultConformance } from '../conformance.js';
import { PersonErased, type Vault, VaultUnavailable } from '../port.js';
import { SealBroken } from '../sealing.js';
import { WrongVaultSecret } from '../wrapping.js';
import { openMongoVault } from './mongo-vault.js';

/** Long enough for a machine that has much to do: these specs ask what is answered, not when. */
const PATIENTLY = { timeoutMs: 20_000 };
const COLLECTIONS = ['persons', 'credentials', 'server_keys', 'settings'];

let engine: RunningEngine;
let url: string;
let server: MongoConnection;
let now: number;
let opened: Vault[];

beforeAll(async () => {
  engine = await startEngine('mongodb');
}, 600_000);
afterAll(() => engine.stop());

beforeEach(async () => {
  const address = new URL(engine.url);
  address.pathname = `/vault-${randomUUID()}`;
  url = address.href;
  server = await openMongo({ url, ...PATIENTLY });
  now = Date.UTC(2026, 0, 1);
  opened = [];
});
afterEach(async () => {
  for (const vault of opened) await vault.close();
  await server.database.dropDatabase();
  await server.close();
});

const pass = async (ms: number): Promise<void> => {
  now += ms;
};
/** As another process would. */
const open = async (secret?: string, secretBefore?: string): Promise<Vault> => {
  const clock = { now: () => now };
  const vault = await openMongoVault({ url, clock, ...PATIENTLY, secret, secretBefore });
  opened.push(vault);
  return vault;
};
/** All that the server keeps, as bytes. */
const bytesKept = async (): Promise<Buffer> => {
  const kept: Uint8Array[] = [];
  for (const name of COLLECTIONS) {
    for (const document of await server.database.collection(name).find({}).toArray())
      kept.push(BSON.serialize(document));
  }
  return Buffer.concat(kept);
};
interface Kept {
  readonly _id: string;
  readonly sealed?: Buffer;
  readonly keys?: readonly { readonly sealed: Buffer }[];
}
const hex = (keys: readonly { readonly id: string; readonly key: Buffer }[]): readonly string[] =>
  keys.map(({ id, key }) => `${id} ${key.toString('hex')}`);

vaultConformance('MongoDB', async () => ({ vault: await open(), pass }));
vaultConformance('MongoDB, wrapped by a secret', async () => ({ vault: await open('a secret'), pass }));

describe.each([undefined, 'a secret'])(
  'the vault of two processes in MongoDB with the secret %p',
  (secret) => {
    let both: readonly [Vault, Vault];
    beforeEach(async () => {
      both = [await open(secret), await open(secret)];
    });
    const persons = Array.from({ length: 20 }, (_, n) => `person-${n}`);

    it('makes one key for each person, whoever asks', async () => {
      for (const person of persons) {
        const keys = await Promise.all([...both, ...both].map((vault) => vault.keyFor(person)));
        expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
      }
    });

    it('law 8: gives no key again that either of them erased, also while it is made', async () => {
      const [one, other] = both;
      for (const person of persons) {
        const making = one.keyFor(person).catch((error: unknown) => error);
        await other.eraseKey(person);
        expect([Buffer.isBuffer(await making), (await making) instanceof PersonErased]).toContain(true);
        for (const vault of both) {
          expect(await vault.findKey(person)).toBeUndefined();
          await expect(vault.keyFor(person)).rejects.toBeInstanceOf(PersonErased);
        }
      }
    });

    it('keeps one of two credentials under an id', async () => {
      const puts = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => both[n % 2]!.putCredential('c', { n })),
      );
      const won = puts.findIndex(({ status }) => status === 'fulfilled');
      expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await both[0].findCredential('c')).toEqual({ n: won });
      await both[1].removeCredential('c');
      expect(await both[0].findCredential('c')).toBeUndefined();
    });

    it('makes one first key for each purpose, whoever asks', async () => {
      for (const purpose of persons) {
        const rings = await Promise.all([...both, ...both].map((vault) => vault.serverKeys(purpose)));
        expect(rings[0]).toHaveLength(1);
        expect(new Set(rings.map((ring) => hex(ring).join())).size).toBe(1);
      }
    });

    it('law 8: rotates for both at once, and loses no key that was just made', async () => {
      for (const purpose of persons) {
        if (purpose.endsWith('0')) await both[0].serverKeys(purpose);
        const made = await Promise.all(both.map((vault) => vault.rotateServerKey(purpose)));
        const ring = hex(await both[0].serverKeys(purpose));
        expect([...ring].sort()).toEqual([...hex(made)].sort());
        const next = await both[1].rotateServerKey(purpose);
        for (const vault of both)
          expect(hex(await vault.serverKeys(purpose))).toEqual([...hex([next]), ring[0]]);
      }
    });

    it('law 8: keeps nothing of what was erased, removed or rotated out', async () => {
      const vault = both[0];
      await vault.keyFor('ada');
      await vault.keyFor('eve');
      await vault.putCredential('c1', { hash: 'x' });
      await vault.serverKeys('session');
      const sealed = async (name: string, id: string): Promise<Buffer> => {
        const rows = server.database.collection<Kept>(name, { promoteBuffers: true });
        const { sealed, keys } = (await rows.findOne({ _id: id }))!;
        return sealed ?? keys![0]!.sealed;
      };
      const gone = [
        await sealed('persons', 'ada'),
        await sealed('credentials', 'c1'),
        await sealed('server_keys', 'session'),
      ];
      const kept = await sealed('persons', 'eve');
      const before = await bytesKept();
      expect([...gone, kept].map((bytes) => before.includes(bytes))).toEqual([true, true, true, true]);
      await vault.eraseKey('ada');
      await vault.removeCredential('c1');
      await vault.rotateServerKey('session');
      await vault.rotateServerKey('session');
      const after = await bytesKept();
      expect([...gone, kept].map((bytes) => after.includes(bytes))).toEqual([false, false, false, true]);
    });
  },
);

describe('a vault in MongoDB', () => {
  it('leaves a connection open that is not its own', async () => {
    const vault = await openMongoVault({ connection: server, ...PATIENTLY });
    await vault.keyFor('ada');
    await vault.close();
    expect(await server.database.collection('persons').countDocuments()).toBe(1);
  });

  it('does not open where no server is, and says which was asked for: a database of its own', async () => {
    const opening = openMongoVault({ url: 'mongodb://someone:secret@127.0.0.1:1/', timeoutMs: 300 });
    await expect(opening).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(opening).rejects.toThrow(
      /^The vault in MongoDB at 127\.0\.0\.1:1\/cairn_vault is not reached/,
    );
  });
});

describe('a vault in MongoDB wrapped by a secret', () => {
  it('law 8: holds no key and no credential in the clear', async () => {
    const vault = await open('a secret');
    const keys = [await vault.keyFor('ada'), (await vault.serverKeys('session'))[0]!.key];
    await vault.putCredential('c1', { hash: 'a-hash-in-the-clear' });
    const bytes = await bytesKept();
    expect(bytes.includes('ada')).toBe(true);
    expect([...keys, 'a-hash-in-the-clear', 'a secret'].map((each) => bytes.includes(each))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('does not open with another secret or without, and says so', async () => {
    await open('a secret');
    await expect(open('another')).rejects.toThrow(WrongVaultSecret);
    await expect(open('another')).rejects.toThrow(
      'CAIRN_SECRET is not the secret that the vault is wrapped by.',
    );
    await expect(open()).rejects.toThrow(WrongVaultSecret);
    await expect(open()).rejects.toThrow(
      'The vault is wrapped by a secret and none was given: set CAIRN_SECRET.',
    );
    expect(await (await open('a secret')).findKey('ada')).toBeUndefined();
  });

  it('is not wrapped by a process that has a secret while others use it without', async () => {
    const plain = await open();
    const refused =
      'The vault is not wrapped by a secret, and other processes may use it as it is: unset CAIRN_SECRET, ' +
      'or stop every process of Cairn and start with CAIRN_SECRET_BEFORE=none.';
    await expect(open('a secret')).rejects.toThrow(new WrongVaultSecret(refused));
    const ada = await plain.keyFor('ada');
    await expect(open('a secret')).rejects.toThrow(WrongVaultSecret);
    expect((await plain.findKey('ada'))!.equals(ada)).toBe(true);
    expect((await (await open()).findKey('ada'))!.equals(ada)).toBe(true);
  });

  it('is not wrapped when it has keys and nothing says how they are kept', async () => {
    const ada = await (await open()).keyFor('ada');
    await server.database.collection('settings').deleteMany({});
    await expect(open('a secret')).rejects.toThrow(WrongVaultSecret);
    expect((await (await open()).findKey('ada'))!.equals(ada)).toBe(true);
  });

  it('is wrapped by another secret on an order that names the one before', async () => {
    const before = await open('a secret');
    const [ada, ring] = [await before.keyFor('ada'), await before.rotateServerKey('session')];
    await before.putCredential('c1', { hash: 'x' });
    await expect(open('another', 'a third')).rejects.toThrow(
      new WrongVaultSecret(
        'Neither CAIRN_SECRET nor CAIRN_SECRET_BEFORE is the secret that the vault is wrapped by.',
      ),
    );
    for (const vault of await Promise.all([open('another', 'a secret'), open('another', 'a secret')])) {
      expect((await vault.findKey('ada'))!.equals(ada)).toBe(true);
      expect(hex(await vault.serverKeys('session'))).toEqual(hex([ring]));
      expect(await vault.findCredential('c1')).toEqual({ hash: 'x' });
    }
    await expect(open('a secret')).rejects.toThrow(WrongVaultSecret);
    expect((await (await open('another')).findKey('ada'))!.equals(ada)).toBe(true);
  });

  it('says so when an order names a secret before and there was none', async () => {
    await (await open()).keyFor('ada');
    await expect(open('another', 'a secret')).rejects.toThrow(
      new WrongVaultSecret('The vault is not wrapped by a secret: CAIRN_SECRET_BEFORE must be none.'),
    );
  });

  it('wraps on an order what was kept before there was a secret, once, and leaves nothing of it in the clear', async () => {
    const plain = await open();
    const ada = await plain.keyFor('ada');
    expect(await plain.refusal()).toBeUndefined();
    await plain.rotateServerKey('session');
    await plain.rotateServerKey('session');
    const ring = await plain.serverKeys('session');
    await plain.keyFor('eve');
    await plain.eraseKey('eve');
    await plain.putCredential('c1', { hash: 'a-hash-in-the-clear' });
    const clear = [ada, ...ring.map(({ key }) => key), 'a-hash-in-the-clear'];
    expect(clear.every((each) => typeof each === 'string' || Buffer.isBuffer(each))).toBe(true);
    const before = await bytesKept();
    expect(clear.map((each) => before.includes(each))).toEqual([true, true, true, true]);
    for (const wrapped of await Promise.all(Array.from({ length: 3 }, () => open('a secret', 'none')))) {
      expect(await wrapped.refusal()).toBeUndefined();
      expect((await wrapped.findKey('ada'))!.equals(ada)).toBe(true);
      await expect(wrapped.keyFor('eve')).rejects.toBeInstanceOf(PersonErased);
      expect(hex(await wrapped.serverKeys('session'))).toEqual(hex(ring));
      expect(await wrapped.findCredential('c1')).toEqual({ hash: 'a-hash-in-the-clear' });
    }
    const after = await bytesKept();
    expect(clear.map((each) => after.includes(each))).toEqual([false, false, false, false]);
    await expect(open()).rejects.toBeInstanceOf(WrongVaultSecret);
    await expect(plain.findKey('ada')).rejects.toBeInstanceOf(SealBroken);
    await expect(plain.serverKeys('session')).rejects.toBeInstanceOf(SealBroken);
    expect(await plain.refusal()).toBe(
      'the vault was wrapped anew: start this process again with its CAIRN_SECRET',
    );
  });

  it('is of one secret when two processes begin it with two', async () => {
    const openings = await Promise.allSettled([open('one secret'), open('another secret')]);
    expect(openings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = openings.find((each) => each.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(WrongVaultSecret);
  });
});
