import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Projector } from '../reactions/projector.js';
import { appendInOrder } from '../eventlog/append-in-order.js';
import { type EventLog, LogUnavailable, OutcomeUnknown, RecordDamaged } from '../eventlog/port.js';
import { measureLiveHeap } from './live-heap.js';
import { unlessAway } from './unless-away.js';

/** Prometheus metrics of one process; served on a port of their own, outside the REST contract. */
export interface Metrics {
  readonly registry: Registry;
  /** Of a finished request; seconds. */
  observeRequest(operation: string, method: string, status: number, seconds: number): void;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cairn_' });
  measureLiveHeap(registry);
  const requests = new Histogram({
    name: 'cairn_http_request_seconds',
    help: 'Time from the request to the end of the answer',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (operation, method, status, seconds) =>
      requests.labels(operation, method, String(status)).observe(seconds),
  };
};

/** The same log, with its appends timed and counted. */
export const measuredLog = (log: EventLog, { registry }: Metrics): EventLog => {
  const seconds = new Histogram({
    name: 'cairn_append_seconds',
    help: 'Time until an append was durable; of many at once, until all were',
    labelNames: ['call'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const failed = new Counter({
    name: 'cairn_append_failures_total',
    help: 'Appends that failed, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  const noted = (error: unknown): void => failed.labels(kindOf(error)).inc();
  const timed = async <Result>(call: string, append: () => Promise<Result>): Promise<Result> => {
    const end = seconds.labels(call).startTimer();
    try {
      return await append();
    } catch (error) {
      noted(error);
      throw error;
    } finally {
      end();
    }
  };
  return {
    append: (append) => timed('append', () => log.append(append)),
    appendInOrder: (appends) => timed('appendInOrder', () => appendInOrder(log, appends)),
    appendMany: async (appends) => {
      const results = await timed('appendMany', () => log.appendMany(appends));
      for (const result of results) if (result instanceof Error) noted(result);
      return results;
    },
    read: (stream, options) => log.read(stream, options),
    readAll: (options) => log.readAll(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    isPosition: (text) => log.isPosition(text),
    close: () => log.close(),
  };
};

/** As the caller is told: nothing was appended, nobody knows, or something is wrong that sending again does not mend. */
const kindOf = (error: unknown): 'unavailable' | 'unknown' | 'failed' => {
  if (error instanceof OutcomeUnknown) return 'unknown';
  return error instanceof LogUnavailable ? 'unavailable' : 'failed';
};

/** Lag and parked streams of projections, asked for when metrics are read; a lag that cannot be told is left out. */
export const measureProjections = ({ registry }: Metrics, projectors: readonly Projector[]): void => {
  new Gauge({
    name: 'cairn_projection_lag_seconds',
    help: 'Age of the oldest event that a projection has not applied',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      const lags = await Promise.all(projectors.map((projector) => unlessAway(projector.lag())));
      this.reset();
      for (const [at, lag] of lags.entries())
        if (lag !== undefined) this.labels(projectors[at]!.name).set(lag.ms / 1000);
    },
  });
  new Gauge({
    name: 'cairn_projection_parked_streams',
    help: 'Streams that wait for a replay',
    labelNames: ['projection'],
    registers: [registry],
    collect() {
      for (const projector of projectors) this.labels(projector.name).set(projector.parked.length);
    },
  });
};

/** A service in other processes, as far as it is measured. */
interface MeasuredReplicas {
  readonly name: string;
  readonly replicas: readonly {
    readonly origin: string;
    readonly breaker: 'closed' | 'half-open' | 'open';
  }[];
}

/** How the breakers to the replicas of the services stand. */
export const measureReplicas = ({ registry }: Metrics, services: readonly MeasuredReplicas[]): void => {
  new Gauge({
    name: 'cairn_replica_breaker',
    help: 'Breaker of the connection to a replica: 0 closed, 0.5 half open, 1 open',
    labelNames: ['service', 'replica'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, replicas } of services)
        for (const { origin, breaker } of replicas) this.labels(name, origin).set(BREAKERS[breaker]);
    },
  });
};

const BREAKERS = { closed: 0, 'half-open': 0.5, open: 1 } as const;

/** Requests of one kind, as far as they are measured. */
interface MeasuredLoad {
  readonly taken: number;
  readonly bound: number;
  readonly refused: number;
}

/** What a gateway works on, and what it had no place for, by kind. */
export const measureLoad = ({ registry }: Metrics, load: Readonly<Record<string, MeasuredLoad>>): void => {
  new Gauge({
    name: 'cairn_requests_in_flight',
    help: 'Requests that are worked on',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, { taken }] of Object.entries(load)) this.labels(kind).set(taken);
    },
  });
  new Gauge({
    name: 'cairn_requests_bound',
    help: 'Requests that may be worked on at the same time now',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, { bound }] of Object.entries(load)) this.labels(kind).set(bound);
    },
  });
  new Counter({
    name: 'cairn_requests_refused_total',
    help: 'Requests that were told to come again because there was no place for them',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, { refused }] of Object.entries(load)) this.labels(kind).inc(refused);
    },
  });
};

/** What clients take of a gateway, as far as it is measured. */
interface MeasuredClients {
  /** How often each bound was told to one. */
  refused(): Readonly<Record<string, number>>;
  /** Bytes in memory, by what they are of. */
  buffered(): Readonly<Record<string, number>>;
}

/** What clients hold of the memory of a gateway, and what was refused because it was over a bound. */
export const measureClients = ({ registry }: Metrics, clients: MeasuredClients): void => {
  new Counter({
    name: 'cairn_clients_refused_total',
    help: 'Requests and answers that were ended because of a bound on what clients may take',
    labelNames: ['bound'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [bound, refused] of Object.entries(clients.refused())) this.labels(bound).inc(refused);
    },
  });
  new Gauge({
    name: 'cairn_clients_buffered_bytes',
    help: 'JSON bodies that are read or worked on, and large answers that clients have not taken yet',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      for (const [of, bytes] of Object.entries(clients.buffered())) this.labels(of).set(bytes);
    },
  });
};

/** Connections to a port, and those that were refused. */
interface MeasuredConnections {
  readonly open: number;
  readonly refused: number;
}

export const measureConnections = ({ registry }: Metrics, connections: MeasuredConnections): void => {
  new Gauge({
    name: 'cairn_connections',
    help: 'Connections to the REST interface',
    registers: [registry],
    collect() {
      this.set(connections.open);
    },
  });
  new Counter({
    name: 'cairn_connections_refused_total',
    help: 'Connections that were closed at once because there were too many, in all or of one network',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(connections.refused);
    },
  });
};

/** Serves `/metrics` and nothing else. */
export const serveMetrics = (metrics: Metrics, port: number, host: string): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) =>
        response
          .writeHead(500)
          .end(error instanceof RecordDamaged ? error.message : 'metrics cannot be collected'),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
};
