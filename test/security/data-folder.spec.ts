import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrivedMails } from '../support/mailbox.js';
import { somebody } from '../support/people.js';
import { oneMachine, type RunningCairn, topologies } from '../support/topology.js';

const OTHERS = 0o077;
const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
/** What others may read, write or look into, with its mode. */
const openToOthers = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => (modeOf(path) & OTHERS) !== 0).map((path) => `${path} ${modeOf(path).toString(8)}`);

describe.each(topologies.filter(({ name }) => name === oneMachine.name))(
  'the data folder on $name',
  (topology) => {
    let cairn: RunningCairn;
    beforeAll(async () => {
      cairn = await topology.start();
    });
    afterAll(() => cairn.remove());

    const filled = async (): Promise<void> => {
      const { client, email } = await somebody(cairn);
      await client.call('createDataset', { body: { name: 'mails' } });
      await cairn.client().call('requestPasswordReset', { body: { login: email } });
      await arrivedMails(cairn, email);
    };

    it('S7 is its owner’s alone, with all that is in it', async () => {
      await filled();
      const paths = below(cairn.folder);
      for (const name of ['log.db', 'vault.db', 'views.db', 'registers.db', 'vault.db-wal', 'mail', 'blobs'])
        expect(paths).toContain(join(cairn.folder, name));
      expect(openToOthers([cairn.folder, ...paths])).toEqual([]);
    });

    it('S7 that others may read is made its owner’s alone at the start, databases and mails too', async () => {
      await cairn.end('SIGTERM');
      for (const path of [cairn.folder, ...below(cairn.folder)])
        chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
      await cairn.again();
      await filled();
      const blobs = `${join(cairn.folder, 'blobs')}/`;
      const looked = below(cairn.folder).filter((path) => !path.startsWith(blobs));
      expect(openToOthers([cairn.folder, ...looked])).toEqual([]);
    });
  },
);

describe('a data folder that is not Cairn’s alone', () => {
  it('is left as it is, and one sentence says what to do', async () => {
    const cairn = await oneMachine.start();
    await cairn.end('SIGTERM');
    const shared = join(cairn.folder, 'home');
    mkdirSync(shared);
    writeFileSync(join(shared, 'letter.txt'), 'not of Cairn');
    chmodSync(shared, 0o755);
    await expect(cairn.again({ CAIRN_DATA_DIR: shared })).rejects.toThrow(
      `The data folder ${shared} can be read by others (mode 755) and holds what is not Cairn's`,
    );
    expect([modeOf(shared), readdirSync(shared)]).toEqual([0o755, ['letter.txt']]);
    await cairn.remove();
  });
});
