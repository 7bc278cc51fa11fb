import { freshId } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import {
  apiKeyOfCommand,
  apiKeyRow,
  idOfApiKey,
  isRowOfKey,
  looksLikeApiKey,
  prefixOf,
} from './api-key-text.js';
import { isLongEnough, isPassword, keepPassword } from './passwords.js';
import { readRefreshToken, writeRefreshToken } from './refresh-token.js';
import {
  openLinkOf,
  readResetLink,
  readVerificationLink,
  resetTokenOf,
  verificationTokenOf,
} from './mailed-token.js';

let engines: Embedded;
beforeEach(() => {
  engines = openEmbedded();
});
afterEach(() => engines.remove());

describe('a refresh token', () => {
  const token = { sessionId: freshId(), generation: 3 };

  it('law 8: comes back as it was written, also after the keys were rotated once', async () => {
    const text = await writeRefreshToken(engines.vault, token);
    expect(await readRefreshToken(engines.vault, text)).toEqual(token);
    await engines.vault.rotateServerKey('refresh');
    expect(await readRefreshToken(engines.vault, text)).toEqual(token);
  });

  it('is nothing when any of its bytes is another', async () => {
    const bytes = Buffer.from(await writeRefreshToken(engines.vault, token), 'base64url');
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed[place] = changed[place]! ^ 1;
      expect(await readRefreshToken(engines.vault, changed.toString('base64url'))).toBeUndefined();
    }
  });

  it('is read in one spelling only', async () => {
    const text = await writeRefreshToken(engines.vault, token);
    expect(await readRefreshToken(engines.vault, `${text}=`)).toBeUndefined();
    expect(await readRefreshToken(engines.vault, ` ${text}`)).toBeUndefined();
  });
});

describe('the token of a mailed link', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const link = (id: string, expiresAt = '2026-01-01T01:00:00.000Z') => ({ id, expiresAt });
  const opened = async (token: string, links = [link('one')], userId = 'ada') => {
    const said = readResetLink(userId, token);
    return said && openLinkOf(engines.vault, 'reset', links, { ...said, at });
  };

  it('law 8: belongs to one link of one account, for one purpose, until it expires (S13)', async () => {
    const token = await resetTokenOf(engines.vault, 'ada', 'one');
    expect(await opened(token, [link('two'), link('one')])).toEqual(link('one'));
    expect(await opened(token, [link('two')])).toBeUndefined();
    expect(await opened(token, [link('one')], 'grace')).toBeUndefined();
    expect(await opened('')).toBeUndefined();
    expect(await opened(token, [link('one', at)])).toBeUndefined();
    expect(await opened(`${token}=`)).toBeUndefined();
  });

  it('law 8: one that verifies says of whose account it is, and is good for nothing else (S13)', async () => {
    const [userId, other] = [freshId(), freshId()];
    const token = await verificationTokenOf(engines.vault, userId, 'one');
    const said = readVerificationLink(token);
    expect(said?.userId).toBe(userId);
    const verified = (as: string) =>
      openLinkOf(engines.vault, 'verification', [link('one')], { ...said!, userId: as, at });
    expect([await verified(userId), await verified(other)]).toEqual([link('one'), undefined]);
    expect(await opened(said!.proof.toString('base64url'), [link('one')], userId)).toBeUndefined();
    for (const text of ['', 'guess', `${token}=`, ` ${token}`])
      expect(readVerificationLink(text)).toBeUndefined();
  });
});

describe('the text of an API key', () => {
  it('follows from the command', async () => {
    const key = await apiKeyOfCommand(engines.vault, 'a command');
    expect(await apiKeyOfCommand(engines.vault, 'a command')).toBe(key);
    expect(await apiKeyOfCommand(engines.vault, 'another')).not.toBe(key);
    expect(prefixOf(key)).toHaveLength(8);
  });

  it('carries a check: no key with one other character looks like one', async () => {
    const key = await apiKeyOfCommand(engines.vault, 'a command');
    expect(looksLikeApiKey(key)).toBe(true);
    for (let place = 3; place < key.length; place += 1) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(looksLikeApiKey(`${key.slice(0, place)}${other}${key.slice(place + 1)}`)).toBe(false);
    }
    expect(looksLikeApiKey(`${key}x`)).toBe(false);
    expect(looksLikeApiKey('')).toBe(false);
  });

  it('is compared with what the vault keeps of it', async () => {
    const key = await apiKeyOfCommand(engines.vault, 'a command');
    const row = apiKeyRow(key, `apiKey-${idOfApiKey(key)}`);
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
    expect(isRowOfKey(row, key)).toBe(true);
    expect(isRowOfKey(row, await apiKeyOfCommand(engines.vault, 'another'))).toBe(false);
    expect(isRowOfKey(undefined, key)).toBe(false);
  });
});

describe('a password', () => {
  it('is kept as argon2id with 19 MiB and two passes, and known again', async () => {
    await keepPassword(engines.vault, 'an id', 'user-1', 'correct horse battery');
    const row = await engines.vault.findCredential('an id');
    expect(row).toMatchObject({ kind: 'password', owner: 'user-1' });
    expect(row?.['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(engines.vault, 'an id', 'correct horse battery')).toBe(true);
    expect(await isPassword(engines.vault, 'an id', 'correct horse batterz')).toBe(false);
    expect(await isPassword(engines.vault, undefined, 'correct horse battery')).toBe(false);
  });

  it('is written twice as the same row, so that a retry is no other one', async () => {
    await keepPassword(engines.vault, 'an id', 'user-1', 'correct horse battery');
    await keepPassword(engines.vault, 'an id', 'user-1', 'correct horse battery');
    await expect(keepPassword(engines.vault, 'an id', 'user-1', 'another password')).rejects.toThrow();
  });

  it('is the same however its characters are composed', async () => {
    await keepPassword(engines.vault, 'an id', 'user-1', 'caf\u00e9 caf\u00e9 caf\u00e9');
    expect(await isPassword(engines.vault, 'an id', 'cafe\u0301 cafe\u0301 cafe\u0301')).toBe(true);
  });

  it.each([
    ['elevenchars', false],
    ['twelve chars', true],
    ['🙂'.repeat(11), false],
    ['🙂'.repeat(12), true],
  ])('%s is long enough: %p', (password, expected) => {
    expect(isLongEnough(password)).toBe(expected);
  });
});
