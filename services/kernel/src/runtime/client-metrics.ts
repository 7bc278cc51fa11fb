import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics.js';

/** Requests that were over their rate, by class. */
export const measureRates = (
  { registry }: Metrics,
  rates: { readonly refused: ReadonlyMap<string, number> },
): void => {
  new Counter({
    name: 'cairn_rate_limited_total',
    help: 'Requests that were refused because their caller or its network was over its rate',
    labelNames: ['class'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [rateClass, count] of rates.refused) this.labels(rateClass).inc(count);
    },
  });
};

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

/** Counts requests that were refused because a bound of what may be stored was reached; answers what is told of each. */
export const countStorageRefusals = ({ registry }: Metrics): ((bound: string) => void) => {
  const refusals = new Counter({
    name: 'cairn_storage_refusals_total',
    help: 'Requests that were refused because a bound of what may be stored was reached',
    labelNames: ['bound'],
    registers: [registry],
  });
  return (bound) => refusals.labels(bound).inc();
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
