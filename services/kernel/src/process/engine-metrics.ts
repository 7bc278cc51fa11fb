import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics.js';
import { engineHealth } from './engine-health.js';
import type { OpenEngines } from './engines.js';

/** Whether each engine of a process answers, asked when metrics are read. */
export const measureEngines = (
  { registry }: Metrics,
  engines: OpenEngines,
  readModel: string | undefined,
): void => {
  new Gauge({
    name: 'cairn_engine_up',
    help: 'Whether an engine answers this process',
    labelNames: ['engine'],
    registers: [registry],
    async collect() {
      const health = await engineHealth(engines, readModel);
      for (const { engine, reason } of health) this.labels(engine).set(reason === undefined ? 1 : 0);
    },
  });
};
