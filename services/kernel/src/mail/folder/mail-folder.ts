import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, timestamp, type Clock } from '../../clock/port.js';
import { UNFINISHED, makeFolder, replaceFile, syncFolder } from '../../files/durable.js';
import type { ForgottenMail, Mail, Mailer, SentMail } from '../port.js';
import { checkMail, composeMail } from '../compose.js';

/** `<time>.<recipient>.<message id>.eml`, the last two as digests: a mail is found again without being read. */
const FILE = /\.([0-9a-f]{16}\.[0-9a-f]{16})\.eml$/;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const recipientOf = ({ to }: Pick<Mail, 'to'>): string => digest(to.normalize('NFKC').toLowerCase());
const keyOf = (sent: SentMail): string => `${recipientOf(sent)}.${digest(sent.messageId)}`;

/**
 * Mails as `.eml` files in a folder, which is made when it is missing and belongs to one process. A mail is durable
 * when `send` answers. Sent again to the same address, it takes the place of the one with its message id.
 * `from` is what stands in the header of that name: `Cairn <cairn@example.org>`.
 */
export const openMailFolder = (options: {
  readonly folder: string;
  readonly from: string;
  readonly clock?: Clock;
}): Mailer => new MailFolder(options.folder, options.from, options.clock ?? systemClock);

class MailFolder implements Mailer {
  /** File name by `<recipient>.<message id>`; read from the folder once. */
  private files: Promise<Map<string, string>> | undefined;

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly clock: Clock,
  ) {}

  async send(mail: Mail): Promise<void> {
    checkMail(mail);
    const at = this.clock.now();
    const content = await composeMail(mail, this.from, at);
    const files = await this.index();
    const key = keyOf(mail);
    const name = files.get(key) ?? `${timestamp(at).replaceAll(':', '-')}.${key}.eml`;
    files.set(key, name);
    await replaceFile(join(this.folder, name), content);
  }

  async forget({ to, messageId }: ForgottenMail): Promise<void> {
    const files = await this.index();
    const keys = messageId === undefined ? keysTo(to, files) : [keyOf({ to, messageId })];
    const kept = keys.flatMap((key) => files.get(key) ?? []);
    if (kept.length === 0) return;
    for (const name of kept) await rm(join(this.folder, name), { force: true });
    for (const key of keys) files.delete(key);
    await syncFolder(this.folder);
  }

  private index(): Promise<Map<string, string>> {
    this.files ??= this.readFolder().catch((error: unknown) => {
      this.files = undefined;
      throw error;
    });
    return this.files;
  }

  private async readFolder(): Promise<Map<string, string>> {
    await makeFolder(this.folder);
    const files = new Map<string, string>();
    for (const name of await readdir(this.folder)) {
      const key = FILE.exec(name)?.[1];
      if (key !== undefined) files.set(key, name);
      if (name.endsWith(UNFINISHED)) await rm(join(this.folder, name), { force: true });
    }
    return files;
  }
}

const keysTo = (to: string, files: ReadonlyMap<string, string>): readonly string[] =>
  [...files.keys()].filter((key) => key.startsWith(`${recipientOf({ to })}.`));
