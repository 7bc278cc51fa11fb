import { publishedCategories } from '@cairn/contracts';
import type { EventLog } from '../eventlog/port.js';
import type { Service } from '../definition/service.js';
import type { EnvelopeMode } from './cloud-event.js';
import { eventsPublication } from './events-publication.js';
import type { Publication } from './publication.js';
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
  /** The categories of streams that may be published: those of the contract when absent. */
  readonly categories?: ReadonlySet<string>;
}

/** The topics of a service; none for one that publishes nothing. Throws for a state of streams that are not published. */
export const publicationsOf = (
  service: Pick<Service, 'name' | 'aggregates' | 'published'>,
  {
    prefix,
    partitions,
    mode,
    baseUrl,
    log,
    storedLog = log,
    categories = publishedCategories,
  }: PublicationOptions,
): readonly Publication[] => {
  const { name, published } = service;
  if (published === undefined) return [];
  const envelope = { service: name, mode, baseUrl };
  const aggregates = service.aggregates.filter(({ category }) => categories.has(category));
  for (const { contract, aggregate } of published.states)
    if (!categories.has(aggregate.category))
      throw new Error(
        `${contract.type} is a state of ${aggregate.category}, whose streams are not published`,
      );
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
