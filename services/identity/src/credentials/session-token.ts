import { createSecretKey, type KeyObject } from 'node:crypto';
import type { ServerKey, Vault } from '@cairn/kernel';
import { decode, type JwtPayload, sign, verify } from 'jsonwebtoken';

/** What a bearer proves: which session of whom, until when. */
export interface SessionToken {
  readonly sessionId: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The server's key that signed it. */
  readonly keyId: string;
}

export const SESSION_KEYS = 'session';
const ISSUER = 'cairn';
const AUDIENCE = 'cairn-api';
const TYPE = 'cairn-session+jwt';
const ALGORITHM = 'HS256';

export interface TokenTimes {
  /** RFC 3339. */
  readonly issuedAt: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** The bearer of a session. The same session and times give the same token. */
export const signSessionToken = async (
  vault: Vault,
  { sessionId, userId }: Pick<SessionToken, 'sessionId' | 'userId'>,
  { issuedAt, expiresAt }: TokenTimes,
): Promise<string> => {
  const { id, key } = (await vault.serverKeys(SESSION_KEYS))[0]!;
  const claims = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: userId,
    sid: sessionId,
    iat: inSeconds(issuedAt),
    exp: inSeconds(expiresAt),
  };
  return sign(claims, createSecretKey(key), {
    algorithm: ALGORITHM,
    header: { alg: ALGORITHM, typ: TYPE, kid: id },
  });
};

const inSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The keys that sessions are signed with, by id. */
export type SessionKeys = ReadonlyMap<string, KeyObject>;
export const sessionKeysOf = (keys: readonly ServerKey[]): SessionKeys =>
  new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));

/** The id of the key that a token says it was signed with; nothing of it is believed yet. */
export const keyIdOf = (token: string): string | undefined => {
  try {
    const keyId: unknown = decode(token, { complete: true })?.header.kid;
    return typeof keyId === 'string' ? keyId : undefined;
  } catch {
    return undefined;
  }
};

/**
 * What a token proves, `undefined` when it proves nothing: one fixed algorithm, keys by id out of our own ring alone,
 * issuer, audience and type as we write them (S17). `now` is in milliseconds.
 */
export const openSessionToken = (token: string, keys: SessionKeys, now: number): SessionToken | undefined => {
  const keyId = keyIdOf(token);
  const key = keyId === undefined ? undefined : keys.get(keyId);
  if (keyId === undefined || key === undefined) return undefined;
  try {
    const { header, payload } = verify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTimestamp: Math.floor(now / 1000),
      complete: true,
    });
    return header.typ === TYPE && typeof payload === 'object' ? tokenOf(payload, keyId) : undefined;
  } catch {
    return undefined;
  }
};

const tokenOf = ({ sid, sub, exp }: JwtPayload, keyId: string): SessionToken | undefined =>
  typeof sid === 'string' && typeof sub === 'string' && typeof exp === 'number'
    ? { sessionId: sid, userId: sub, expiresAt: exp * 1000, keyId }
    : undefined;
