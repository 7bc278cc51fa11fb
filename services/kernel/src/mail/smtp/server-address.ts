import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What a url says of a mail server. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly requireTls: boolean | undefined;
  /** The certificate of whoever signed the server's, PEM, when it is not one that everybody trusts. */
  readonly ca: string | undefined;
  /** For messages: without user and password. */
  readonly shown: string;
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['smtp:', 587],
  ['smtps:', 465],
]);

const SETTINGS: ReadonlySet<string> = new Set(['requireTLS', 'tlsCAFile']);

/**
 * Throws when it is no address of a mail server, or names a `tlsCAFile` that cannot be read; the message shows nothing of
 * it, for it may hold a password.
 */
export const serverAddress = (text: string): ServerAddress => {
  if (!URL.canParse(text)) throw wrong('cannot be read');
  const url = new URL(text);
  const usual = PORTS.get(url.protocol);
  if (usual === undefined) throw wrong('begins with another scheme');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw wrong('names no host');
  if (url.pathname.length > 1 || url.hash !== '') throw wrong('goes on behind the port');
  const port = url.port === '' ? usual : Number(url.port);
  return {
    host,
    port,
    secure: url.protocol === 'smtps:',
    login: url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) },
    ...safetyOf(url.searchParams),
    shown: `${url.protocol}//${url.hostname}:${port}`,
  };
};

const safetyOf = (query: URLSearchParams): Pick<ServerAddress, 'requireTls' | 'ca'> => {
  for (const name of query.keys())
    if (!SETTINGS.has(name)) throw wrong('asks for more than requireTLS and tlsCAFile');
  const file = query.get('tlsCAFile');
  return {
    requireTls: requireTlsOf(query.get('requireTLS')),
    ca: file === null ? undefined : contentOf(file),
  };
};

const requireTlsOf = (value: string | null): boolean | undefined => {
  if (value === null) return undefined;
  if (value !== 'true' && value !== 'false') throw wrong('has a requireTLS that is neither true nor false');
  return value === 'true';
};

const contentOf = (file: string): string => {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    throw wrong('names a tlsCAFile that cannot be read', error);
  }
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw wrong('has a user or password that is not percent-encoded', error);
  }
};

const wrong = (how: string, cause?: unknown): Error =>
  new Error(`the address of the mail server ${how}: it is smtp://user:password@host:587 or smtps://…`, {
    cause,
  });
