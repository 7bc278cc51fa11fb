import type { AggregateKind } from '../domain/aggregate.js';
import { categoryOf, idOf } from '../domain/streams.js';
import type { Published } from '../publisher/published.js';
import type { Projection } from '../reactions/projection.js';
import { together } from '../reactions/together.js';
import type { RecordParts } from '../records/model.js';
import type { Service, ServiceCommand } from './service.js';

/** A service as it is said: what its records bring is not said again. */
export interface DescribedService extends Omit<Service, 'aggregates' | 'commands' | 'projections'> {
  readonly records?: readonly RecordParts[];
  readonly aggregates?: readonly AggregateKind[];
  readonly commands?: readonly ServiceCommand[];
  readonly projections?: readonly Projection[];
}

/** Declares a service: the same front door for each. */
export const defineService = (described: DescribedService): Service => {
  const { records = [], aggregates = [], commands = [], projections = [], ...service } = described;
  const { timers, timeTravelled = [], work, published } = service;
  const rules = [...(timers === undefined ? [] : [timers]), ...records.map((record) => record.timers)];
  const streams = [...aggregates, ...records.flatMap((record) => record.aggregates)];
  return {
    ...service,
    // Records of one area share the streams of what they reserve.
    aggregates: [...new Map(streams.map((each) => [each.category, each])).values()],
    commands: [...commands, ...records.flatMap((record) => record.commands)],
    projections: [...projections, ...records.map((record) => record.projection)],
    timeTravelled: [...timeTravelled, ...records.map((record) => record.timeTravelled)],
    ...(rules.length === 0 ? {} : { timers: together(rules) }),
    work: (tools) => [...(work?.(tools) ?? []), ...records.flatMap((record) => record.work(tools))],
    ...publishedWith(published, records),
  };
};

const publishedWith = (
  published: Published | undefined,
  records: readonly RecordParts[],
): Pick<Service, 'published'> => {
  if (records.length === 0) return published === undefined ? {} : { published };
  const { events = [{ version: 1 }], states = [], mayRead } = published ?? {};
  const byCategory = new Map(records.map((record) => [record.timeTravelled.category, record]));
  return {
    published: {
      events,
      states: [...states, ...records.map(({ state }) => state)],
      mayRead: async (context, stream) => {
        const record = byCategory.get(categoryOf(stream));
        if (record !== undefined) return record.mayRead(context, idOf(stream));
        return (await mayRead?.(context, stream)) === true;
      },
    },
  };
};
