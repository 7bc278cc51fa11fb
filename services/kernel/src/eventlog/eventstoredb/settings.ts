import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { checkServerIdentity } from 'node:tls';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString';
import type { EndPoint } from '@eventstore/db-client';
import { type ChannelCredentials, type ChannelOptions, credentials } from '@grpc/grpc-js';

/** How a channel to a host is made. */
interface Transport {
  readonly credentials: ChannelCredentials;
  readonly options: ChannelOptions;
}

export interface Settings {
  /** Hosts and ports, for messages: without user and password. */
  readonly address: string;
  readonly hosts: readonly EndPoint[];
  /** The hosts are asked by gossip who leads. */
  readonly discover: boolean;
  readonly transport: (host: string) => Transport;
  /** The header `authorization`, when there is a user; it never goes over an open connection. */
  readonly authorization: string | undefined;
  readonly connectionName: string;
  readonly keepAliveMs: number;
  readonly keepAliveTimeoutMs: number;
  /** After so long without an answer a call fails; `undefined` when the address does not say. */
  readonly deadlineMs: number | undefined;
}

const KEEP_ALIVE_MS = 10_000;
/** What a timer of node takes: with more it is over at once. */
const LONGEST_MS = 2 ** 31 - 1;
const URL = /^(esdb(?:\+discover)?:\/\/)(?:([^:@/?]+):([^@/?]*)@)?(.+)$/;

/**
 * What a connection string says, as EventStoreDB's users know it: `esdb://user:password@host:2113?tlsCAFile=…`,
 * `esdb://host:2113?tls=false`, `esdb+discover://name:2113`, several hosts with commas. User and password are cut out
 * before the client's parser, which prints what it does not know. Throws when it is none.
 */
export const settingsOf = (url: string): Settings => {
  const [, scheme = '', user, password = '', rest = ''] = URL.exec(url.trim()) ?? [];
  const options = parsed(scheme + rest);
  refuseOthers(options);
  const { hosts } = options;
  return {
    address: hosts.map(({ address, port }) => `${address}:${port}`).join(','),
    hosts,
    discover: options.dnsDiscover || hosts.length > 1,
    ...(options.tls === false ? OPEN : encrypted(options, user, password)),
    connectionName: options.connectionName ?? 'cairn',
    keepAliveMs: positive(options.keepAliveInterval),
    keepAliveTimeoutMs: Math.min(positive(options.keepAliveTimeout), LONGEST_MS),
    deadlineMs: options.defaultDeadline,
  };
};

const parsed = (text: string): ConnectionOptions => {
  try {
    return parseConnectionString(text);
  } catch (error) {
    const form = 'esdb://user:password@host:2113, with ?tls=false in the open';
    throw new Error(`an address of EventStoreDB is written ${form}`, { cause: error });
  }
};

/** The client's options that mean nothing here, and the one value of them that is what is done anyway. */
const OTHERS: Readonly<Partial<Record<keyof ConnectionOptions, unknown>>> = {
  discoveryInterval: undefined,
  gossipTimeout: undefined,
  maxDiscoverAttempts: undefined,
  nodePreference: 'leader',
  throwOnAppendFailure: undefined,
  tlsVerifyCert: true,
};

/** Whoever sets an option expects it to be kept. Throws for one that is not. */
const refuseOthers = (options: ConnectionOptions): void => {
  for (const [name, asIs] of Object.entries(OTHERS)) {
    const given = options[name as keyof ConnectionOptions];
    if (given !== undefined && given !== asIs)
      throw new Error(`Cairn does not keep ${name} of an address of EventStoreDB: take it out`);
  }
};

type Access = Pick<Settings, 'transport' | 'authorization'>;

const OPEN: Access = {
  transport: () => ({ credentials: credentials.createInsecure(), options: {} }),
  authorization: undefined,
};

const encrypted = (
  { tlsCAFile, userKeyFile, userCertFile }: ConnectionOptions,
  user: string | undefined,
  password: string,
): Access => {
  const files = [contentOf(tlsCAFile), contentOf(userKeyFile), contentOf(userCertFile)] as const;
  return {
    transport: (host) => (isIP(host) === 0 ? named(files) : numbered(files, host)),
    authorization: user === undefined ? undefined : basic(user, password),
  };
};

/** Certificate authority, key and certificate. */
type Files = readonly [Buffer | null, Buffer | null, Buffer | null];

const named = (files: Files): Transport => ({ credentials: credentials.createSsl(...files), options: {} });

/**
 * A host that is an IP address. gRPC sends the host as the TLS server name, which must be no IP address (RFC 6066,
 * section 3; Node 26 refuses it): another name is sent, and the certificate is checked against the address.
 */
const numbered = (files: Files, address: string): Transport => ({
  credentials: credentials.createSsl(...files, {
    checkServerIdentity: (_sent, certificate) => checkServerIdentity(address, certificate),
  }),
  options: { 'grpc.ssl_target_name_override': 'address.invalid' },
});

const contentOf = (file: string | undefined): Buffer | null =>
  file === undefined ? null : readFileSync(resolve(file));

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(user)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** -1 is how the client's users switch it off. */
const positive = (ms: number = KEEP_ALIVE_MS): number => (ms < 0 ? Number.MAX_SAFE_INTEGER : ms);
