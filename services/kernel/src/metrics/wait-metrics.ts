import { Counter, Gauge, type Registry } from 'prom-client';
import { waitsOver } from '../clock/waits.js';

/** Waits that took longer than they may at patience 1, by kind; where the patience is 1, or none was over, there is no line. */
export const measureWaits = (registry: Registry): void => {
  new Counter({
    name: 'cairn_waits_over_total',
    help: 'Waits that took longer than without CAIRN_PATIENCE they may',
    labelNames: ['wait'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [wait, { count }] of waitsOver()) this.labels(wait).inc(count);
    },
  });
  new Gauge({
    name: 'cairn_wait_worst_seconds',
    help: 'The longest of the waits that took longer than without CAIRN_PATIENCE they may',
    labelNames: ['wait'],
    registers: [registry],
    collect() {
      for (const [wait, { worstMs }] of waitsOver()) this.labels(wait).set(worstMs / 1000);
    },
  });
};
