import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { type MongoConnection, openMongo } from '../../mongodb/index.js';
import { VaultOfAnotherRelease } from '../form.js';
import type { Vault } from '../port.js';
import { SealBroken } from '../sealing.js';
import { openMongoVault } from './mongo-vault.js';

const PATIENTLY = { timeoutMs: 20_000 };

let engine: RunningEngine;
let url: string;
let server: MongoConnection;
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
  opened = [];
});
afterEach(async () => {
  for (const vault of opened) await vault.close();
  await server.database.dropDatabase();
  await server.close();
});

const open = async (secret?: string): Promise<Vault> => {
  const vault = await openMongoVault({ url, ...PATIENTLY, secret });
  opened.push(vault);
  return vault;
};

describe('a vault in MongoDB wrapped by a secret', () => {
  it('does not open a row that was moved to another', async () => {
    const vault = await open('a secret');
    await vault.keyFor('ada');
    const persons = server.database.collection<{ _id: string }>('persons');
    const { _id, ...ada } = (await persons.findOne({ _id: 'ada' }))!;
    await persons.insertOne({ _id: 'eve', ...ada });
    await expect(vault.findKey('eve')).rejects.toBeInstanceOf(SealBroken);
    expect((await vault.findKey(_id))!.byteLength).toBe(32);
  });

  it('does not open a server key that was moved to another purpose', async () => {
    const vault = await open('a secret');
    await vault.serverKeys('reset');
    const rings = server.database.collection<{ _id: string }>('server_keys');
    const { _id, ...ring } = (await rings.findOne({ _id: 'reset' }))!;
    await rings.insertOne({ _id: 'session', ...ring });
    await expect(vault.serverKeys('session')).rejects.toBeInstanceOf(SealBroken);
    expect(await vault.serverKeys(_id)).toHaveLength(1);
  });
});

describe('a vault of another release in MongoDB', () => {
  it.each([undefined, 99])('in form %p does not open, and says so', async (form) => {
    await open();
    const change = form === undefined ? { $unset: { form: '' } } : { $set: { form } };
    await server.database.collection('settings').updateOne({}, change);
    await expect(open()).rejects.toThrow(VaultOfAnotherRelease);
    await expect(open()).rejects.toThrow(
      `The vault is in form ${form ?? 0}, and this release reads form 2: `,
    );
  });
});
