import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { type Algorithm, type Secret, sign, type SignOptions } from 'jsonwebtoken';
import { openSessionToken, type SessionKeys, sessionKeysOf, signSessionToken } from './session-token.js';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const ids = { sessionId: 'a-session', userId: 'a-user' };
const times = { issuedAt: '2026-03-02T08:00:00.000Z', expiresAt: '2026-03-03T08:00:00.000Z' };

describe('a session token', () => {
  let engines: Embedded;
  let keys: SessionKeys;
  let keyId: string;
  let secret: Buffer;
  beforeEach(async () => {
    engines = openEmbedded();
    const ring = await engines.vault.serverKeys('session');
    keys = sessionKeysOf(ring);
    ({ id: keyId, key: secret } = ring[0]!);
  });
  afterEach(() => engines.remove());

  const claims = () => ({
    iss: 'cairn',
    aud: 'cairn-api',
    sub: 'a-user',
    sid: 'a-session',
    iat: NOW / 1000 - 60,
    exp: NOW / 1000 + 60,
  });
  const forged = (
    changes: object = {},
    header: object = {},
    key: Secret = createSecretKey(secret),
    algorithm: Algorithm = 'HS256',
  ): string => {
    const options: SignOptions = {
      algorithm,
      header: { alg: algorithm, typ: 'cairn-session+jwt', kid: keyId, ...header },
    };
    const payload = JSON.parse(JSON.stringify({ ...claims(), ...changes })) as object;
    return sign(payload, key, options);
  };
  const proves = (token: string) => openSessionToken(token, keys, NOW);

  it('proves the session and the person until its end', async () => {
    const token = await signSessionToken(engines.vault, ids, times);
    const expiresAt = Date.parse(times.expiresAt);
    expect(proves(token)).toEqual({ ...ids, expiresAt, keyId });
    expect(openSessionToken(token, keys, expiresAt - 1000)).toBeDefined();
    expect(openSessionToken(token, keys, expiresAt)).toBeUndefined();
  });

  it('law 8: is the same for the same session and times', async () => {
    expect(await signSessionToken(engines.vault, ids, times)).toBe(
      await signSessionToken(engines.vault, ids, times),
    );
  });

  it('law 8: goes on after one rotation of the keys, not after two', async () => {
    const token = await signSessionToken(engines.vault, ids, times);
    await engines.vault.rotateServerKey('session');
    const ring = async () => sessionKeysOf(await engines.vault.serverKeys('session'));
    expect(openSessionToken(token, await ring(), NOW)).toBeDefined();
    await engines.vault.rotateServerKey('session');
    expect(openSessionToken(token, await ring(), NOW)).toBeUndefined();
  });

  it('is believed when nothing is changed, so that the refusals below are for their own reasons', () => {
    expect(proves(forged())).toMatchObject(ids);
  });

  const attacks: readonly (readonly [string, () => string])[] = [
    ['another audience', () => forged({ aud: 'another-api' })],
    ['another issuer', () => forged({ iss: 'mallory' })],
    ['no audience', () => forged({ aud: undefined })],
    ['its end in the past', () => forged({ exp: NOW / 1000 - 1 })],
    ['no end', () => forged({ exp: undefined })],
    ['no session', () => forged({ sid: undefined })],
    ['a session that is no text', () => forged({ sid: { $ne: '' } })],
    ['another type', () => forged({}, { typ: 'JWT' })],
    ['a key that we do not have', () => forged({}, { kid: 'unknown' })],
    ['a path as the id of its key', () => forged({}, { kid: '../../dev/null' })],
    [
      'a key of its own in the header',
      () => forged({}, { jwk: { kty: 'oct', k: 'AAAA' } }, createSecretKey(Buffer.alloc(32))),
    ],
    ['another secret', () => forged({}, {}, createSecretKey(Buffer.alloc(32, 7)))],
    ['HS512', () => forged({}, {}, createSecretKey(Buffer.concat([secret, secret])), 'HS512')],
    ['RS256', () => forged({}, {}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'RS256')],
    ['no signature', () => unsigned('none')],
    ['no signature under the right name', () => unsigned('HS256')],
    ['a payload that is no JSON', () => signedText('{"typ":"JWT"', '{')],
    ['no header', () => '.e30.AA'],
    ['nothing', () => ''],
    ['two parts', () => 'a.b'],
  ];
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  const unsigned = (alg: string): string =>
    `${encode(JSON.stringify({ alg, typ: 'cairn-session+jwt', kid: keyId }))}.${encode(JSON.stringify(claims()))}.`;
  const signedText = (header: string, payload: string): string => {
    const body = `${encode(`${header},"alg":"HS256","kid":"${keyId}"}`)}.${encode(payload)}`;
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  };

  it.each(attacks)('with %s proves nothing (S17)', (_what, token) => {
    expect(proves(token())).toBeUndefined();
  });
});
