import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Envelope {
  /** Empty for a bounce. */
  readonly from: string;
  readonly to: readonly string[];
}

let written = 0;

/**
 * Keeps a mail as it came, under lines for its envelope as a delivery adds them (RFC 5321, 4.4). The names sort as the
 * mails came, and a mail is there as a whole or not at all.
 */
export const keepMail = async (folder: string, { from, to }: Envelope, message: Buffer): Promise<void> => {
  const envelope = [`Return-Path: <${from}>`, ...to.map((address) => `Delivered-To: ${address}`)];
  const time = new Date().toISOString().replaceAll(':', '-');
  const name = `${time}.${String((written += 1)).padStart(8, '0')}.${randomBytes(8).toString('hex')}.eml`;
  const part = join(folder, `${name}.part`);
  await writeFile(
    part,
    Buffer.concat([Buffer.from(envelope.map((line) => `${line}\r\n`).join('')), message]),
  );
  await rename(part, join(folder, name));
};
