import type { EventLog } from '../eventlog/port.js';
import type { Service } from '../runtime/service.js';
import type { EnvelopeMode } from './cloud-event.js';
import { eventsPublication } from './events-publication.js';
import type { Publication } from './publication.js';
import { NEVER_PUBLISHED } from './published.js';
import { statePublication } from './state-publication.js';

export interface PublicationOptions {
  /** What the names of the topics begin with. */
  readonly prefix: string;
  /** Of each topic, fixed for life. */
  readonly partitions: number;
  readonly mode: EnvelopeMode;
  /** Where people reach Cairn, without a slash at the end. */
  readonly baseUrl: string;
  readonly log: EventLog;
  /** The log without large payloads in their place, so that they are not fetched for nothing; `log` when absent. */
  readonly storedLog?: EventLog;
}

/** The topics of a service; none for one that publishes nothing. */
export const publicationsOf = (
  service: Pick<Service, 'name' | 'aggregates' | 'published'>,
  { prefix, partitions, mode, baseUrl, log, storedLog = log }: PublicationOptions,
): readonly Publication[] => {
  const { name, published } = service;
  if (published === undefined) return [];
  const envelope = { service: name, mode, baseUrl };
  const aggregates = service.aggregates.filter(({ category }) => !NEVER_PUBLISHED.has(category));
  const events = published.events.map((topic) =>
    eventsPublication({
      topic: { name: `${prefix}.${name}.events.v${topic.version}`, partitions, keeps: 'everything' },
      events: topic,
      aggregates,
      log: storedLog,
      envelope,
    }),
  );
  const states = published.states.map((state) =>
    statePublication({
      topic: { name: `${prefix}.${state.contract.type}`, partitions, keeps: 'latest' },
      state,
      log,
      envelope,
    }),
  );
  return [...events, ...states];
};
