import type { AggregateKind } from '../domain/aggregate.js';
import { categoryOf, idOf } from '../domain/streams.js';
import type { Published, StateTopic } from '../context/published.js';
import type { QueryContext } from '../context/query-context.js';
import { together } from '../projection/together.js';
import type { RecordParts } from '../records/model.js';
import type { Service } from './service.js';

/** The lists of which a service is made. */
type Lists = Pick<Service, 'aggregates' | 'commands' | 'projections'> &
  Required<Pick<Service, 'queries' | 'timeTravelled' | 'moments' | 'counted' | 'administered' | 'personal'>>;

/** What something brings to its service: a record, a kind of asset. */
export interface ServiceParts extends Partial<Lists>, Partial<Pick<Service, 'policies' | 'timers' | 'work'>> {
  /** What other teams read of it as it is now. */
  readonly states?: readonly StateTopic[];
  /** By category: whether the caller may read what happened to one, for data that no message has room for. */
  readonly mayRead?: Readonly<Record<string, (context: QueryContext, id: string) => Promise<boolean>>>;
}

/** A service as it is said: what its records and other parts bring is not said again. */
export interface DescribedService
  extends Omit<Service, 'aggregates' | 'commands' | 'projections'>, Partial<Lists> {
  readonly records?: readonly RecordParts[];
  readonly parts?: readonly ServiceParts[];
}

/** Declares a service: the same front door for each. */
export const defineService = (described: DescribedService): Service => {
  const { records = [], parts: others = [], published, ...service } = described;
  const brought = [...others, ...records.map(partsOfRecord)];
  const parts: readonly ServiceParts[] = [service, ...brought];
  const timers = parts.flatMap((part) => part.timers ?? []);
  return {
    ...service,
    aggregates: onceEach(parts.flatMap(({ aggregates = [] }) => aggregates)),
    commands: parts.flatMap(({ commands = [] }) => commands),
    projections: parts.flatMap(({ projections = [] }) => projections),
    queries: parts.flatMap(({ queries = [] }) => queries),
    timeTravelled: parts.flatMap(({ timeTravelled = [] }) => timeTravelled),
    moments: parts.flatMap(({ moments = [] }) => moments),
    counted: parts.flatMap(({ counted = [] }) => counted),
    administered: parts.flatMap(({ administered = [] }) => administered),
    personal: parts.flatMap(({ personal = [] }) => personal),
    ...(timers.length === 0 ? {} : { timers: together(timers) }),
    policies: (tools) => parts.flatMap(({ policies }) => policies?.(tools) ?? []),
    work: (tools) => parts.flatMap(({ work }) => work?.(tools) ?? []),
    ...publishedWith(published, brought),
  };
};

/** Records of one area share the streams of what they reserve. */
const onceEach = (aggregates: readonly AggregateKind[]): readonly AggregateKind[] => [
  ...new Map(aggregates.map((each) => [each.category, each])).values(),
];

const partsOfRecord = (record: RecordParts): ServiceParts => {
  const { aggregates, commands, projection, timeTravelled, timers, work, state, mayRead } = record;
  return {
    ...{ aggregates, commands, timers, work },
    projections: [projection],
    timeTravelled: [timeTravelled],
    states: [state],
    mayRead: { [timeTravelled.category]: mayRead },
  };
};

const publishedWith = (
  published: Published | undefined,
  parts: readonly ServiceParts[],
): Pick<Service, 'published'> => {
  const brought = parts.flatMap((part) => part.states ?? []);
  if (published === undefined && brought.length === 0) return {};
  const { events = [{ version: 1 }], states = [], mayRead } = published ?? {};
  const byCategory = new Map(parts.flatMap((part) => Object.entries(part.mayRead ?? {})));
  return {
    published: {
      events,
      states: [...states, ...brought],
      mayRead: async (context, stream) => {
        const reading = byCategory.get(categoryOf(stream));
        if (reading !== undefined) return reading(context, idOf(stream));
        return (await mayRead?.(context, stream)) === true;
      },
    },
  };
};
