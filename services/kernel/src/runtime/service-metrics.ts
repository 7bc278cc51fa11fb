import { Counter, Gauge, type Registry } from 'prom-client';
import type { OwnMeasure } from '../context/backlog.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RunningService } from './service-runner.js';
import { unlessAway } from '../clock/unless-away.js';

type Measured = Pick<RunningService, 'name' | 'leading' | 'policies' | 'backlog'> &
  Partial<Pick<RunningService, 'measures'>>;

/**
 * What a service does by itself: whether this replica projects, how far its policies are, what waits for its work, what
 * else it counts. A policy is told by the replica that runs it, what waits by the one that projects: of several replicas
 * one tells.
 */
export const measureServices = (
  { registry }: Metrics,
  services: readonly Measured[],
  now: () => number,
): void => {
  new Gauge({
    name: 'cairn_service_leading',
    help: 'Whether this process projects for the service',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const { name, leading } of services) this.labels(name).set(leading ? 1 : 0);
    },
  });
  measurePolicies(registry, services);
  measureBacklogs(registry, services, now);
  for (const measure of services.flatMap(({ measures = [] }) => measures)) measureOwn(registry, measure);
};

const measureOwn = (registry: Registry, { name, help, read }: OwnMeasure): void => {
  const about = { name: `cairn_${name}`, help, registers: [registry] };
  if (name.endsWith('_total'))
    new Counter({
      ...about,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  else
    new Gauge({
      ...about,
      collect() {
        this.set(read());
      },
    });
};

const measurePolicies = (registry: Registry, services: readonly Measured[]): void => {
  const running = () => services.flatMap(({ policies }) => policies);
  new Gauge({
    name: 'cairn_policy_lag_seconds',
    help: 'Age of the oldest event that a policy has not reacted to',
    labelNames: ['policy'],
    registers: [registry],
    async collect() {
      const lags = await Promise.all(
        running().map(async (one) => ({ name: one.name, ms: await told(one.lagMs()) })),
      );
      this.reset();
      for (const { name, ms } of lags) if (ms !== undefined) this.labels(name).set(ms / 1000);
    },
  });
  new Gauge({
    name: 'cairn_policy_parked_events',
    help: 'Events that a policy failed on and tries again every ten minutes, counted up to 1000',
    labelNames: ['policy'],
    registers: [registry],
    async collect() {
      const all = await Promise.all(
        running().map(async (one) => ({ name: one.name, parked: await told(one.parkedEvents()) })),
      );
      this.reset();
      for (const { name, parked } of all) if (parked !== undefined) this.labels(name).set(parked);
    },
  });
};

const measureBacklogs = (registry: Registry, services: readonly Measured[], now: () => number): void => {
  const labelNames = ['service', 'work'] as const;
  const backlogs = async () =>
    (
      await Promise.all(
        services
          .filter(({ leading }) => leading)
          .map(async ({ name, backlog }) => ({ name, backlog: await told(backlog()) })),
      )
    ).flatMap(({ name, backlog = {} }) =>
      Object.entries(backlog).map(([work, waiting]) => ({ name, work, ...waiting })),
    );
  new Gauge({
    name: 'cairn_work_waiting',
    help: 'Durable work that no worker has taken yet, counted up to 1000',
    labelNames,
    registers: [registry],
    async collect() {
      const all = await backlogs();
      this.reset();
      for (const { name, work, waiting } of all) this.labels(name, work).set(waiting);
    },
  });
  new Gauge({
    name: 'cairn_work_oldest_seconds',
    help: 'How long the oldest durable work waits that no worker has taken yet',
    labelNames,
    registers: [registry],
    async collect() {
      const all = await backlogs();
      this.reset();
      for (const { name, work, since } of all)
        this.labels(name, work).set(since === undefined ? 0 : Math.max(0, now() - Date.parse(since)) / 1000);
    },
  });
};

const told = unlessAway;
