import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedCairn } from './topology.js';

/** A mail; none where it was forgotten since the folder was looked at. */
const mailIn = (path: string): readonly string[] => {
  try {
    return [readFileSync(path, 'utf8')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/** All mails to an address, oldest first, their soft line breaks undone. */
export const allMailsTo = (cairn: ServedCairn, address: string): readonly string[] => {
  const folder = cairn.inside.mails;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .flatMap((name) => mailIn(join(folder, name)))
    .filter((mail) => mail.includes(address))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
};

const verifies = (mail: string): boolean => mail.includes('/api/v1/verification/');
/** The mails to an address but those that verify it: every registration owes one. */
export const mailsTo = (cairn: ServedCairn, address: string): readonly string[] =>
  allMailsTo(cairn, address).filter((mail) => !verifies(mail));
/** Those that verify it. */
export const verificationsTo = (cairn: ServedCairn, address: string): readonly string[] =>
  allMailsTo(cairn, address).filter(verifies);

/** The first `count` mails to an address, as soon as they are there. */
export const arrivedMails = (
  cairn: ServedCairn,
  address: string,
  count = 1,
  mailsOf = mailsTo,
): Promise<readonly string[]> =>
  arrived(cairn, () => {
    const mails = mailsOf(cairn, address).slice(0, count);
    return mails.length < count ? undefined : mails;
  });

/** The first mail to an address of which something holds: others may come and go meanwhile. */
export const arrivedMail = (
  cairn: ServedCairn,
  address: string,
  isIt: (mail: string) => boolean,
): Promise<string> => arrived(cairn, () => mailsTo(cairn, address).find(isIt));

/** What is looked for in the mails, as soon as it is there. */
const arrived = async <Found>(cairn: ServedCairn, look: () => Found | undefined): Promise<Found> => {
  const stop = new AbortController();
  const changes = watch(cairn.inside.mails, { signal: stop.signal });
  const first = changes[Symbol.asyncIterator]();
  try {
    for (let change = first.next(); ; change = first.next()) {
      const found = look();
      if (found === undefined) {
        await change;
        continue;
      }
      change.catch(() => undefined);
      return found;
    }
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

/** The token of the link in a mail that shares something. */
export const shareTokenIn = (mail: string): string => {
  const token = /\/api\/v1\/shares\/([\w.-]+)\/accept/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`no link of a share in ${mail}`);
  return token;
};

/** Whether a mail is of the invitation of an id, which its token begins with. */
export const isInvitation =
  (id: string) =>
  (mail: string): boolean => {
    const token = INVITATION.exec(mail)?.[1] ?? '';
    return Buffer.from(token, 'base64url').toString('hex').startsWith(id.replaceAll('-', ''));
  };

const INVITATION = /\/api\/v1\/invitations\/([\w-]+)\/accept/;

/** The token of the invitation in a mail. */
export const invitationIn = (mail: string): string => {
  const found = INVITATION.exec(mail)?.[1];
  if (found === undefined) throw new Error(`no invitation in ${mail}`);
  return found;
};

/** The path of the link in a mail that verifies an address. */
export const verificationLinkIn = (mail: string): { token: string } => {
  const token = /\/api\/v1\/verification\/([\w-]+)/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`no link to verify in ${mail}`);
  return { token };
};
