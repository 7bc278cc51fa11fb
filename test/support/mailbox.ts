import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedCairn } from './topology.js';

/** The mails to an address, oldest first, their soft line breaks undone. */
export const mailsTo = (cairn: ServedCairn, address: string): readonly string[] => {
  const folder = cairn.inside.mails;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(address))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
};

/** The first `count` mails to an address, as soon as they are there. */
export const arrivedMails = async (
  cairn: ServedCairn,
  address: string,
  count = 1,
): Promise<readonly string[]> => {
  const stop = new AbortController();
  const changes = watch(cairn.inside.mails, { signal: stop.signal });
  const first = changes[Symbol.asyncIterator]();
  try {
    let change = first.next();
    while (mailsTo(cairn, address).length < count) {
      await change;
      change = first.next();
    }
    change.catch(() => undefined);
    return mailsTo(cairn, address).slice(0, count);
  } finally {
    stop.abort();
  }
};

/** The path of the reset link in a mail. */
export const resetLinkIn = (mail: string): { userId: string; token: string } => {
  const found = /\/api\/v1\/resetpassword\/([0-9a-f-]{36})\/([\w-]+)/.exec(mail);
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`no reset link in ${mail}`);
  return { userId: found[1], token: found[2] };
};
