import { createServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { StreamsService, type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb';
import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Connections } from './connections.js';
import { type Cut, type Fault, FaultPlan } from './faults.js';
import { EventLog } from './log/event-log.js';
import { scavenge, type ScavengedEvent } from './log/scavenge.js';
import { gossip, serverFeatures } from './node-services.js';
import { operations } from './operations.js';
import { VERSIONS, type Release } from './release.js';
import { appendHandler } from './streams/append.js';
import { batchAppendHandler } from './streams/batch-append.js';
import type { ServiceContext } from './streams/context.js';
import { deleteHandler, tombstoneHandler } from './streams/delete.js';
import { OpenCalls } from './streams/open-calls.js';
import { readHandler } from './streams/read.js';
import { stopOf, type Stop } from './stop.js';
import { Subscriptions } from './streams/subscriptions.js';

const HOST = '127.0.0.1';
const MEBIBYTE = 1024 * 1024;
/** A message that is larger ends its call with code 8. */
const LARGEST_REQUEST_BYTES = 16 * MEBIBYTE;
const LARGEST_ANSWER_BYTES = 17 * MEBIBYTE;
const COMMIT_TIMEOUT_MS = 2_000;

export interface DoubleOptions {
  /** A free one when absent. */
  readonly port?: number;
  /** Keeps the log in this file; in memory alone when absent. */
  readonly file?: string;
  /** Largest append in bytes, 1 MiB when absent. */
  readonly maximumAppendBytes?: number;
  /** How many events may wait for a live subscription's client; 32 when absent. With more it is too slow. */
  readonly liveBufferEvents?: number;
  /** Asks every call of the streams service for this basic authentication; features and gossip are for all. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Serves by TLS with this key and certificate, both PEM; in the open when absent. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Bytes of a chunk of the log, of which a scavenge leaves the last; only the last record is left when absent. */
  readonly chunkBytes?: number;
  /** When an append is answered that was dropped, since the same one was under way; after 2 s when absent. */
  readonly commitTimeoutMs?: number;
  /** Which release of the server it behaves as and says it is; 23.10 when absent. */
  readonly release?: Release;
  /** What it says that it is, when not its release; it behaves as ever. */
  readonly version?: string;
  /** Set from the start. */
  readonly faults?: readonly Fault[];
}

/** A running EventStoreDB protocol double. */
export interface EventStoreDbDouble {
  readonly port: number;
  /** For `EventStoreDBClient.connectionString`. */
  readonly url: string;
  /** Bytes of a torn transaction that were cut off the file at the start. */
  readonly tornBytes: number;
  /** The knobs; they may be turned while it runs. */
  readonly faults: FaultPlan;
  /** Removes what the server's scavenge removes; answers what that was, in the order of the log. */
  scavenge(): Promise<ScavengedEvent[]>;
  /** Breaks all subscriptions that run; answers how many did. */
  cutSubscriptions(by: Cut): number;
  /** Finishes the writes that it has begun, breaks the connections and closes the file. */
  readonly stop: Stop;
}

/** Starts the double in this process, on 127.0.0.1. */
export const startEventStoreDbDouble = async (options: DoubleOptions = {}): Promise<EventStoreDbDouble> => {
  const log = await EventLog.open(options.file, options.chunkBytes);
  try {
    return await serving(log, options);
  } catch (error) {
    await log.close();
    throw error;
  }
};

const serving = async (log: EventLog, options: DoubleOptions): Promise<EventStoreDbDouble> => {
  const context = contextOf(log, options);
  const grpc = new Server({
    'grpc.max_receive_message_length': LARGEST_REQUEST_BYTES,
    'grpc.max_send_message_length': LARGEST_ANSWER_BYTES,
  });
  const listener = listenerFor(grpc, context.connections, transportOf(options));
  const port = (): number => portOf(listener);
  grpc.addService(StreamsService, streams(context));
  grpc.addService(
    ServerFeaturesService,
    serverFeatures(context, options.version ?? VERSIONS[context.settings.release]),
  );
  grpc.addService(GossipService, gossip(context, HOST, port));
  grpc.addService(
    OperationsService,
    operations(() => scavenge(log)),
  );
  await listen(listener, options.port ?? 0);
  return {
    port: port(),
    url: `esdb://${HOST}:${port()}?tls=${options.tls !== undefined}`,
    tornBytes: log.tornBytes,
    faults: context.faults,
    scavenge: () => scavenge(log),
    cutSubscriptions: (by) => context.subscriptions.cutAll(by),
    stop: stopOf(context.calls, async () => {
      const closed = new Promise((resolve) => listener.close(resolve));
      await log.close();
      grpc.forceShutdown();
      context.connections.destroyAll();
      await closed;
    }),
  };
};

const contextOf = (log: EventLog, options: DoubleOptions): ServiceContext => {
  const { maximumAppendBytes = MEBIBYTE, liveBufferEvents = 32, release = '23.10' } = options;
  const { credentials, faults } = options;
  const { commitTimeoutMs = COMMIT_TIMEOUT_MS } = options;
  const settings = { maximumAppendBytes, liveBufferEvents, release, commitTimeoutMs };
  return {
    log,
    faults: new FaultPlan(faults),
    connections: new Connections(),
    subscriptions: new Subscriptions(),
    calls: new OpenCalls(),
    settings: credentials === undefined ? settings : { ...settings, authorization: basic(credentials) },
  };
};

const basic = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const streams = (context: ServiceContext): IStreamsServer => ({
  read: readHandler(context),
  append: appendHandler(context),
  delete: deleteHandler(context),
  tombstone: tombstoneHandler(context),
  batchAppend: batchAppendHandler(context),
});

/** Takes the connections itself, so that one can be broken from below gRPC. */
const listenerFor = (grpc: Server, connections: Connections, transport: ServerCredentials): NetServer => {
  const injector = grpc.createConnectionInjector(transport);
  return createServer({ noDelay: true }, (socket) => {
    connections.add(socket);
    injector.injectConnection(socket);
  });
};

const transportOf = ({ tls }: DoubleOptions): ServerCredentials =>
  tls === undefined
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) },
      ]);

const listen = (listener: NetServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, HOST, resolve);
  });

const portOf = (listener: NetServer): number => (listener.address() as AddressInfo).port;
