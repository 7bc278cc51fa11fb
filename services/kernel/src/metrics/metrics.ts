import type { RequestListener } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Projector } from '../reactions/projector.js';
import { appendInOrder } from '../eventlog/append-in-order.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { type EventLog, LogUnavailable, RecordDamaged } from '../eventlog/port.js';
import { measureLiveHeap } from './live-heap.js';
import { unlessAway } from '../clock/unless-away.js';
import { measureWaits } from './wait-metrics.js';

/** Prometheus metrics of one process; served on a port of their own, outside the REST contract. */
export interface Metrics {
  readonly registry: Registry;
  /** Of a finished request; seconds, and the code of its problem if it was answered one. */
  observeRequest(
    operation: string,
    method: string,
    status: number,
    seconds: number,
    problem: string | undefined,
  ): void;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  // Without a prefix: what is said of Node and of the process everywhere has the same names here.
  collectDefaultMetrics({ register: registry });
  measureLiveHeap(registry);
  measureWaits(registry);
  const requests = new Histogram({
    name: 'cairn_http_request_seconds',
    help: 'Time from the request to the end of the answer',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'cairn_http_problems_total',
    help: 'Answers that were a problem, by its code; requests that had no place are in cairn_requests_refused_total',
    labelNames: ['code'],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (operation, method, status, seconds, problem) => {
      requests.labels(operation, method, String(status)).observe(seconds);
      if (problem !== undefined) problems.labels(problem).inc();
    },
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

/** Commands that the services of this process refused, by command and code of the refusal. */
export const measureRefusals = (
  { registry }: Metrics,
  services: readonly { readonly refused: ReadonlyMap<string, number> }[],
): void => {
  new Counter({
    name: 'cairn_commands_refused_total',
    help: 'Commands that a service refused, by the code of the refusal',
    labelNames: ['command', 'code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { refused } of services)
        for (const [what, count] of refused) {
          const [command = '', code = ''] = what.split(' ');
          this.labels(command, code).inc(count);
        }
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

/** Answers the metrics, collected now. */
export const metricsListener =
  ({ registry }: Metrics): RequestListener =>
  (_request, response) => {
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) =>
        response
          .writeHead(500)
          .end(error instanceof RecordDamaged ? error.message : 'metrics cannot be collected'),
    );
  };
