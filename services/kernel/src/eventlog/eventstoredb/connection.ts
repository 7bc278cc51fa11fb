import { isIPv6 } from 'node:net';
import type { EndPoint } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { type ChannelCredentials, type ChannelOptions, credentials, Metadata } from '@grpc/grpc-js';
import { pause } from '../../clock/pause.js';
import { LogRefused, LogUnavailable } from '../port.js';
import { type Deadline, TimedOut, within } from './deadline.js';
import { closed, Complaints, failureOf } from './failures.js';
import { leaderOf } from './leader.js';
import type { Settings } from './settings.js';

/** A connection whose server has answered. */
export interface Link {
  readonly client: StreamsClient;
  /** Aborts when the connection is given up: calls that wait on it end. */
  readonly gone: AbortSignal;
}

interface OwnedLink extends Link {
  readonly discard: () => void;
}

/** The server is of a version that lacks what is needed. */
class TooOld extends Error {
  constructor(readonly version: string) {
    super(`it is EventStoreDB ${version}`);
  }
}

/** Since then a subscription with a filter is told that it is at the head, without which no read model gets live. */
const OLDEST = [23, 10] as const;

/** A version in another form than `22.10.1.0` is believed: it is newer than this. */
const isTooOld = (version: string): boolean => {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined) return false;
  return Number(major) === OLDEST[0] ? Number(minor) < OLDEST[1] : Number(major) < OLDEST[0];
};

const RETRY_MS = 50;
/** The server writes events of up to 16 MiB. */
const LARGEST_MESSAGE = 17 * 1024 * 1024;

type ServiceClient<Client> = new (
  address: string,
  credentials: ChannelCredentials,
  options: ChannelOptions,
) => Client;

/** A client that uses the channel of another one looks at no credentials. */
const NO_CHANNEL = credentials.createInsecure();

const failedLast = (hosts: readonly EndPoint[], failed: EndPoint | undefined): readonly EndPoint[] => {
  const isFailed = ({ address, port }: EndPoint): boolean =>
    address === failed?.address && port === failed.port;
  return [...hosts.filter((host) => !isFailed(host)), ...hosts.filter(isFailed)];
};

/** The last attempt may end for want of time alone: what an earlier one said says more. */
const moreTelling = (before: unknown, now: unknown): unknown =>
  before === undefined || !(now instanceof TimedOut) ? now : before;

/**
 * One connection to the leader, for all calls of a log. The protocol is that of the client's package (its generated
 * services and connection strings), but the calls are our own: the client keeps the pending appends of a
 * whole process in one map that any broken stream empties (and dies when an answer comes afterwards), waits for reads
 * without end, cannot filter reads of `$all`, and gives JSON parsed where we compare the text.
 */
export class Connection {
  /** Goes with each call. */
  readonly metadata = new Metadata();
  readonly complaints: Complaints;
  readonly #settings: Settings;
  readonly #deadlineMs: number;
  #link: Promise<OwnedLink> | undefined;
  #established: OwnedLink | undefined;
  #leader: EndPoint | undefined;
  #failed: EndPoint | undefined;
  #closed = false;

  constructor(settings: Settings, deadlineMs: number) {
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
    this.complaints = new Complaints(settings.address);
    this.metadata.set('connection-name', settings.connectionName);
    this.metadata.set('requires-leader', 'true');
    if (settings.authorization !== undefined) this.metadata.set('authorization', settings.authorization);
  }

  /** The connection; made when there is none. Throws `LogUnavailable` when none can be had until the deadline. */
  async link(deadline: Deadline): Promise<Link> {
    let reason: unknown;
    for (;;) {
      if (this.#closed) throw closed();
      if (this.#established !== undefined) return this.#established;
      try {
        return await within(deadline.left, this.#current());
      } catch (error) {
        if (failureOf(error).kind === 'denied') throw this.#denied(error);
        if (error instanceof TooOld) throw new LogRefused(this.complaints.tooOld(error.version));
        reason = moreTelling(reason, error);
        if (deadline.left <= RETRY_MS) throw this.#silent(deadline, reason);
      }
      await pause(RETRY_MS);
    }
  }

  /** A call on it failed or was not answered: it is tried before it is used again, and given up when it fails. */
  doubt(link: Link, leader?: EndPoint): void {
    const established = this.#established;
    if (established === undefined || established !== link) return;
    this.#established = undefined;
    this.#leader = leader;
    void this.#keep(leader === undefined ? this.#tried(established) : this.#replaced(established));
  }

  close(): void {
    this.#closed = true;
    this.#established?.discard();
    this.#established = undefined;
  }

  #current(): Promise<OwnedLink> {
    return this.#link ?? this.#keep(this.#connect());
  }

  #keep(making: Promise<OwnedLink>): Promise<OwnedLink> {
    this.#link = making;
    making.then(
      (link) => {
        if (this.#closed) link.discard();
        else this.#established = link;
      },
      () => {
        if (this.#link === making) this.#link = undefined;
      },
    );
    return making;
  }

  async #tried(link: OwnedLink): Promise<OwnedLink> {
    try {
      await this.#greet(link.client);
      return link;
    } catch {
      // Why it failed does not matter: a new connection will say whether there is a server.
      return this.#replaced(link);
    }
  }

  #replaced(link: OwnedLink): Promise<OwnedLink> {
    link.discard();
    return this.#connect();
  }

  async #connect(): Promise<OwnedLink> {
    const endpoint = this.#leader ?? (await this.#discovered());
    this.#leader = undefined;
    const client = this.#open(StreamsClient, endpoint);
    const giveUp = new AbortController();
    const discard = (): void => {
      giveUp.abort();
      client.close();
    };
    try {
      await this.#greet(client);
    } catch (error) {
      this.#failed = endpoint;
      discard();
      throw error;
    }
    return { client, gone: giveUp.signal, discard };
  }

  #discovered(): Promise<EndPoint> {
    const { hosts, discover } = this.#settings;
    const [first] = hosts;
    if (!discover && first !== undefined) return Promise.resolve(first);
    return leaderOf(
      failedLast(hosts, this.#failed),
      (host) => this.#open(GossipClient, host),
      this.#deadlineMs,
    );
  }

  /** A server that answers, and can do what is needed. */
  async #greet(streams: StreamsClient): Promise<void> {
    const version = (await this.#features(streams)).getEventStoreServerVersion();
    if (isTooOld(version)) throw new TooOld(version);
  }

  #features(streams: StreamsClient): Promise<SupportedMethods> {
    const client = new ServerFeaturesClient('', NO_CHANNEL, { channelOverride: streams.getChannel() });
    const deadline = Date.now() + this.#deadlineMs;
    return new Promise((resolve, reject) => {
      client.getSupportedMethods(new Empty(), this.metadata, { deadline }, (error, features) => {
        if (error === null) resolve(features);
        else reject(error);
      });
    });
  }

  #open<Client>(Service: ServiceClient<Client>, { address, port }: EndPoint): Client {
    const { keepAliveMs, keepAliveTimeoutMs, transport } = this.#settings;
    const { credentials: access, options } = transport(address);
    return new Service(`${isIPv6(address) ? `[${address}]` : address}:${port}`, access, {
      ...options,
      'grpc.keepalive_time_ms': keepAliveMs,
      'grpc.keepalive_timeout_ms': keepAliveTimeoutMs,
      'grpc.max_receive_message_length': LARGEST_MESSAGE,
      'grpc.use_local_subchannel_pool': 1,
    });
  }

  #denied(cause: unknown): LogRefused {
    return new LogRefused(this.complaints.denied('the connection'), { cause });
  }

  #silent({ ms }: Deadline, cause: unknown): LogUnavailable {
    return new LogUnavailable(this.complaints.silent(ms, cause), { cause });
  }
}
