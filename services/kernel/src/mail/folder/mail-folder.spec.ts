import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../clock/port.js';
import { mailConformance } from '../conformance.js';
import type { Mail } from '../port.js';
import { openMailFolder } from './mail-folder.js';

let parent: string;
let folder: string;
let now: number;
const clock: Clock = { now: () => now };
const from = 'Cairn <cairn@example.org>';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cairn-mail-'));
  folder = join(parent, 'made', 'when', 'missing');
  now = Date.UTC(2026, 2, 1, 12);
});
afterEach(() => rm(parent, { recursive: true }));

const names = async (): Promise<readonly string[]> => (await readdir(folder).catch(() => [])).sort();
const delivered = async (): Promise<readonly string[]> =>
  Promise.all((await names()).map((name) => readFile(join(folder, name), 'utf8')));

mailConformance('a folder', async () => ({ mailer: openMailFolder({ folder, from }), delivered }));

describe('a folder of mails', () => {
  const mail = (to: string, messageId = 'a@b'): Mail => ({ to, subject: 'Hello', text: 'Hello', messageId });
  const open = () => openMailFolder({ folder, from, clock });

  it('names a file by time and message id, nothing else of the mail', async () => {
    await open().send(mail('ada@example.org'));
    expect(await names()).toEqual([
      expect.stringMatching(/^2026-03-01T12-00-00\.000Z\.[0-9a-f]{16}\.[0-9a-f]{16}\.eml$/),
    ]);
    expect((await delivered())[0]).toContain('Date: Sun, 01 Mar 2026 12:00:00 +0000\r\n');
  });

  it('makes no second mail of a message id after a restart and an hour', async () => {
    await open().send(mail('ada@example.org'));
    const before = await names();
    now += 3_600_000;
    await open().send({ ...mail('ada@example.org'), text: 'Hello again' });
    expect(await names()).toEqual(before);
    expect((await delivered())[0]).toContain('Hello again');
  });

  it('forgets a mail, whatever the case of its address, and no other, also after a restart', async () => {
    const mailer = open();
    await mailer.send(mail('ada@example.org', '1@b'));
    await mailer.send(mail('Ada@Example.org', '2@b'));
    await mailer.send(mail('eve@example.org', '1@b'));
    await open().forget({ to: 'ADA@example.org', messageId: '1@b' });
    expect((await delivered()).map((each) => /^To: (.*)\r$/m.exec(each)?.[1]).sort()).toEqual([
      'Ada@example.org',
      'eve@example.org',
    ]);
  });

  it('forgets all mails to an address, and none to another', async () => {
    const mailer = open();
    await mailer.send(mail('ada@example.org', '1@b'));
    await mailer.send(mail('Ada@Example.org', '2@b'));
    await mailer.send(mail('eve@example.org', '1@b'));
    await open().forget({ to: 'ADA@example.org' });
    expect((await delivered()).map((each) => /^To: (.*)\r$/m.exec(each)?.[1])).toEqual(['eve@example.org']);
  });

  it('takes a mail again that was forgotten', async () => {
    const mailer = open();
    await mailer.send(mail('ada@example.org'));
    await mailer.forget({ to: 'ada@example.org', messageId: 'a@b' });
    expect(await names()).toEqual([]);
    await mailer.send(mail('ada@example.org'));
    expect(await names()).toHaveLength(1);
  });

  it('clears away what a crash left half written', async () => {
    const mailer = open();
    await mailer.send(mail('ada@example.org', '1@b'));
    await writeFile(join(folder, 'x.eml.part'), 'half');
    await open().send(mail('ada@example.org', '2@b'));
    expect((await names()).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  });

  it('says so when the folder cannot be written, and goes on when it can', async () => {
    await writeFile(join(parent, 'made'), 'in the way');
    const mailer = open();
    await expect(mailer.send(mail('ada@example.org'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await rm(join(parent, 'made'));
    await mailer.send(mail('ada@example.org'));
    expect(await names()).toHaveLength(1);
  });
});
