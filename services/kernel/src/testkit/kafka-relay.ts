import type { EventLog } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import type { Publisher } from '../publisher/port.js';
import { publicationsOf } from '../publisher/publications.js';
import { Relay } from '../publisher/relay.js';
import { counter, COUNTERS } from './counters.js';

/** Where the counters' events are published, with a prefix of the spec's own. */
export const counterTopic = (prefix: string): string => `${prefix}.kernel.events.v1`;

/** A relay of the counters' events that asks nobody whether it may publish. */
export const counterRelay = (log: EventLog, publisher: Publisher, prefix: string, logger: Logger): Relay => {
  const [publication] = publicationsOf(
    { name: 'kernel', aggregates: [counter], published: { events: [{ version: 1 }], states: [] } },
    { prefix, partitions: 12, mode: 'binary', baseUrl: 'http://cairn.test', log, categories: COUNTERS },
  );
  return new Relay({
    publication: publication!,
    publisher,
    leadership: (_name, signal, lead) => lead(signal),
    logger,
  });
};
