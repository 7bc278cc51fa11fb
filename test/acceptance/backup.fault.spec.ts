import { createClient, type Client } from '@cairn/client';
import Libsql from 'libsql';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Begun, begunAs, linesOf, ranAs } from '../support/documented.js';
import { bytesOf, filesHolding } from '../support/files.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { freePort, oneMachine, type RunningCairn } from '../support/topology.js';
import { makeWorld, type World } from '../support/world.js';

const DOCUMENT = 'docs/backup.md';
const LOOK_EVERY_MS = 50;
const NO_RATES = { CAIRN_RATE_LOGIN: '0', CAIRN_RATE_ANONYMOUS: '0' };

describe('backup and restore as docs/backup.md says', () => {
  let cairn: RunningCairn;
  let folder: string;
  let world: World;
  /** Erased before any backup, and erased after the first one. */
  let before: Person;
  let after: Person;
  let backups = 0;

  beforeAll(async () => {
    cairn = await oneMachine.start();
    folder = mkdtempSync(join(tmpdir(), 'cairn-backup-'));
    world = await makeWorld(await somebody(cairn));
    await world.person.client.call('updateDatasetItem', { params: itemOf(world), body: { text: 'changed' } });
    [before, after] = [await somebody(cairn, 'before'), await somebody(cairn, 'after')];
    await before.client.call('deleteMe');
  });
  afterAll(async () => {
    await cairn.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const itemOf = ({ dataset, version, item }: World) => ({
    dataset_id: dataset,
    version_id: version,
    id: item,
  });
  /** The places that the document names; each time others. */
  const places = (): Record<string, string> => {
    backups += 1;
    const named = (what: string) => join(folder, `${what}-${backups}`);
    return {
      CAIRN_DATA_DIR: cairn.folder,
      BACKUP: named('log'),
      VAULT_BACKUP: named('vault'),
      RESTORED: named('restored'),
    };
  };
  const tried = (name: string, variables: Record<string, string>) =>
    ranAs(linesOf(DOCUMENT, name), variables);

  /** Restores a backup and starts on it, as the document says. */
  const restored = async <Found>(
    variables: Record<string, string>,
    look: (began: Begun) => Promise<Found>,
  ): Promise<Found> => {
    await tried('restore', variables);
    const settings = { ...variables, ...NO_RATES, CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
    const began = await begunAs(linesOf(DOCUMENT, 'start'), settings);
    try {
      return await look(began);
    } finally {
      expect(await began.end()).toBe(0);
    }
  };

  /** What Ada can see of what is hers, and of how it came to be. */
  const seenBy = async (client: Client): Promise<unknown> => {
    const { dataset, version } = world;
    const within = { dataset_id: dataset, version_id: version };
    const params = itemOf(world);
    return {
      me: { ...(await client.call('getMe')).body, last_login: '', last_api_access: '' },
      datasets: (await client.call('listDatasets')).body,
      dataset: (await client.call('getDataset', { params: { id: dataset } })).body,
      history: (await client.call('listDatasetHistory', { params: { id: dataset } })).body,
      items: (await client.call('listDatasetItems', { params: within })).body,
      item: (await client.call('getDatasetItem', { params })).body,
      itemHistory: (await client.call('listDatasetItemHistory', { params })).body,
      asItWas: (await client.call('getDatasetItem', { params, query: { revision: 0 } })).body,
      file: await bytesOf((await client.call('downloadDatasetItem', { params })).body),
      labels: (await client.call('listLabels', { params: within })).body,
      keys: (await client.call('listAPIKeys')).body,
    };
  };

  /** Who signs in at a restored Cairn; `undefined` for whom it does not know. Waits while it catches up. */
  const signedIn = async ({ baseUrl }: Begun, username: string): Promise<Client | undefined> => {
    for (;;) {
      const { status, body } = await createClient({ baseUrl }).try('login', {
        body: { username, password: PASSWORD },
      });
      if (status === 200) return createClient({ baseUrl, token: (body as { apikey: string }).apikey });
      if (status === 401) return undefined;
      await pause(LOOK_EVERY_MS);
    }
  };
  const isCurrent = async ({ baseUrl }: Begun): Promise<void> => {
    while (!(await fetch(`${baseUrl}/readyz`)).ok) await pause(LOOK_EVERY_MS);
  };

  /** Whether the vault in a folder has the key of a person. */
  const hasKeyOf = (data: string | undefined, { id }: Person): boolean => {
    const database = new Libsql(join(data ?? '', 'vault.db'), { readonly: true });
    try {
      return (
        database.prepare('SELECT 1 FROM persons WHERE id = ? AND sealed IS NOT NULL').get(id) !== undefined
      );
    } finally {
      database.close();
    }
  };

  const isAsItWas = async (began: Begun, data: string | undefined, expected: unknown): Promise<void> => {
    await isCurrent(began);
    const ada = await signedIn(began, world.person.username);
    expect(await seenBy(ada!)).toEqual(expected);
    const { body } = await createClient({ baseUrl: began.baseUrl, token: world.person.token }).call('getMe');
    expect(body.id).toBe(world.user);
    expect(await signedIn(began, before.username)).toBeUndefined();
    expect(hasKeyOf(data, before)).toBe(false);
    expect(filesHolding(data ?? '', before.username)).toEqual([]);
  };

  /** Of the first backup. */
  let first: Record<string, string> = {};

  it('of a running Cairn: assets, history, files and accounts are back, who was erased is not', async () => {
    const expected = await seenBy(world.person.client);
    const variables = places();
    first = variables;
    const told = await tried('backup', variables);
    expect(told).toMatch(/^log\.db: .* MB in .* s\nvault\.db: .*\nblobs: .*\n$/);
    await restored(variables, async (began) => {
      await isAsItWas(began, variables['RESTORED'], expected);
      expect(await signedIn(began, after.username)).toBeDefined();
      expect(hasKeyOf(variables['RESTORED'], after)).toBe(true);
    });
  }, 60_000);

  it('a restore leaves a folder alone on which Cairn runs, and keeps what it takes the place of', async () => {
    const onto = (to: string | undefined) =>
      tried('restore', { ...first, RESTORED: to ?? '', RESTORE_WAITS_MS: '500' });
    await expect(onto(first['CAIRN_DATA_DIR'])).rejects.toThrow(
      /Cairn runs on .*: stop it first\. Nothing was changed\./,
    );
    expect((await world.person.client.call('getMe')).body.id).toBe(world.user);
    const own = join(folder, 'own');
    await onto(own);
    writeFileSync(join(own, 'mark'), 'of before');
    expect(await onto(own)).toMatch(/own is what the backup holds\. What was there is .*own\.before-/);
    const kept = readdirSync(folder).find((name) => name.startsWith('own.before-'));
    expect(readdirSync(join(folder, kept ?? ''))).toContain('mark');
    expect(readdirSync(own)).not.toContain('mark');
  }, 60_000);

  it('a drill goes well, and fails where the backup is not what runs', async () => {
    const variables = {
      ...NO_RATES,
      CAIRN: cairn.baseUrl,
      DRILL_LOGIN: world.person.username,
      DRILL_PASSWORD: PASSWORD,
      DRILL_PORT: String(await freePort()),
    };
    const told = await tried('drill', { ...places(), ...variables });
    expect(told).toMatch(/\nThe drill went well: 1 datasets are the same\.\n$/);
    await world.person.client.call('createDataset', { body: { name: 'newer than the restored one' } });
    const older = { ...places(), ...variables, CAIRN_DATA_DIR: first['RESTORED'] ?? '' };
    await expect(tried('drill', older)).rejects.toThrow(/Command failed/);
  }, 60_000);

  it('of a stopped Cairn: the same, and who was erased since is erased again, or not there in the newer vault', async () => {
    const expected = await seenBy(world.person.client);
    await after.client.call('deleteMe');
    await cairn.end('SIGTERM');
    const newest = places();
    await tried('backup-stopped', newest);

    const olderVault = { ...newest, VAULT_BACKUP: first['VAULT_BACKUP'] ?? '' };
    await restored(olderVault, async (began) => {
      await isAsItWas(began, newest['RESTORED'], expected);
      expect(await signedIn(began, after.username)).toBeUndefined();
      while (hasKeyOf(newest['RESTORED'], after)) await pause(LOOK_EVERY_MS);
    });

    const olderLog = { ...newest, BACKUP: first['BACKUP'] ?? '', RESTORED: join(folder, 'older-log') };
    await restored(olderLog, async (began) => {
      await isCurrent(began);
      expect(await signedIn(began, after.username)).toBeUndefined();
      expect(hasKeyOf(olderLog.RESTORED, after)).toBe(false);
      expect(await signedIn(began, world.person.username)).toBeDefined();
    });
  }, 60_000);
});
