import { Gauge } from 'prom-client';
import type { Lag } from '../projection/projection.js';
import type { Metrics } from '../metrics/metrics.js';
import { unlessAway } from '../clock/unless-away.js';
import type { Relay } from './relay.js';

const labelNames = ['topic'] as const;

/**
 * How far topics are behind the log, asked for when metrics are read. A process that stands by, or whose log is
 * away, tells no lag; of several
 * that tell one for a topic, the smallest is right. Alarm on `sum by (topic) (cairn_relay_publishing) < 1` too.
 */
export const measureRelays = ({ registry }: Metrics, relays: readonly Relay[]): void => {
  new Gauge({
    name: 'cairn_relay_lag_events',
    help: 'Events that wait to be published, counted up to 1000',
    labelNames,
    registers: [registry],
    collect() {
      return tell(this, relays, ({ events }) => events);
    },
  });
  new Gauge({
    name: 'cairn_relay_lag_seconds',
    help: 'Age of the oldest event that waits to be published',
    labelNames,
    registers: [registry],
    collect() {
      return tell(this, relays, ({ ms }) => ms / 1000);
    },
  });
  new Gauge({
    name: 'cairn_relay_publishing',
    help: 'Whether this process publishes the topic',
    labelNames,
    registers: [registry],
    collect() {
      for (const relay of relays) this.labels(relay.name).set(relay.isPublishing ? 1 : 0);
    },
  });
};

const tell = async (
  gauge: Gauge<'topic'>,
  relays: readonly Relay[],
  value: (lag: Lag) => number,
): Promise<void> => {
  const lags = await Promise.all(relays.map((relay) => unlessAway(relay.lag())));
  gauge.reset();
  for (const [at, lag] of lags.entries())
    if (lag !== undefined) gauge.labels(relays[at]!.name).set(value(lag));
};
