import type {
  DomainEvent,
  JobError,
  JobEventData,
  JobEventDefinitions,
  JobPlace,
  JobRequested,
  JsonObject,
} from '@cairn/contracts';
import type { EventFacts } from '../domain/aggregate.js';
import type { Actor } from '../eventlog/port.js';
import type { Cause } from '../runtime/cause.js';
import { type Endings, NO_ENDINGS, type Places, withEnding } from './endings.js';

/** Durable work as its stream tells it, without what is its kind's own. */
export interface KnownJob extends JobRequested {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Somebody wants it to end: whoever has the work ends it. */
  readonly cancelAsked: boolean;
  /** Who asked: what comes of it is theirs. */
  readonly actor: Actor;
  /** The request: what the work does follows from it. */
  readonly cause: Cause;
  readonly requested_at: string;
  /** The worker let it go: another may take it at once. */
  readonly isLetGo: boolean;
  /** Revision of the event that gave the work to its worker, decimal; a late result of another is dropped. */
  readonly fence: string;
  readonly attempt: number;
  /** Attempts that ended without a word since the work last came further. */
  readonly unended: number;
  /** Where attempts before the one under way ended without a word. */
  readonly endings: Endings;
  readonly phase: string;
  /** So much of it was stored at most when a worker told it. */
  readonly furthest: number;
  readonly cursor: JsonObject | null;
  readonly result: JsonObject | null;
  readonly failure: { readonly code: string; readonly errors: readonly JobError[] } | null;
}

export type JobState<Known extends KnownJob = KnownJob> = { readonly status: 'none' } | Known;

/** An event of durable work by what it does. */
export type JobEvent = {
  [Does in keyof JobEventData]: { readonly does: Does; readonly data: JobEventData[Does] };
}[keyof JobEventData];
export type LaterJobEvent = Exclude<JobEvent, { does: 'requested' }>;

/** Reads events as those of durable work; `undefined` for an event that is a service's own. */
export const jobEventsIn = (
  definitions: JobEventDefinitions,
): ((event: DomainEvent) => JobEvent | undefined) => {
  const does = new Map(Object.entries(definitions).map(([key, { name }]) => [name, key]));
  return ({ type, data }) => {
    const known = does.get(type);
    return known === undefined ? undefined : ({ does: known, data } as JobEvent);
  };
};

/** What the state of one kind of work follows from. */
interface Evolving<Own> {
  readonly events: JobEventDefinitions;
  readonly places: Places;
  own(this: void, requested: JobRequested): Own;
}

/** How the state of work follows from its events; `own` tells what is the kind's own of its request. */
export const evolveJob = <Own extends object>({ events, places, own }: Evolving<Own>) => {
  type Known = KnownJob & Own;
  const read = jobEventsIn(events);
  return (state: JobState<Known>, event: DomainEvent, facts: EventFacts): JobState<Known> => {
    const told = read(event);
    if (told?.does === 'requested') return { ...requested(told.data, facts), ...own(told.data) };
    return told === undefined || state.status === 'none'
      ? state
      : { ...state, ...fieldsAfter(state, told, facts, places) };
  };
};

const requested = (
  { id, kind, user_id, requester, name }: JobRequested,
  { at, actor, eventId, correlation }: EventFacts,
): KnownJob => ({
  id,
  kind,
  user_id,
  requester,
  name,
  status: 'queued',
  cancelAsked: false,
  actor,
  cause: { eventId, correlation },
  requested_at: at,
  isLetGo: false,
  fence: '',
  attempt: 0,
  unended: 0,
  endings: NO_ENDINGS,
  phase: '',
  furthest: 0,
  cursor: null,
  result: null,
  failure: null,
});

const fieldsAfter = (
  state: KnownJob,
  { does, data }: LaterJobEvent,
  facts: EventFacts,
  places: Places,
): Partial<KnownJob> => {
  switch (does) {
    case 'started':
      return started(state, data, facts, places);
    case 'progressed':
      return progressed(state, data, places);
    case 'completed':
      return { status: 'completed', result: data.result, cursor: null };
    case 'failed':
      return { status: 'failed', failure: { code: data.code, errors: data.errors }, cursor: null };
    case 'cancelRequested':
      return { cancelAsked: true };
    case 'cancelled':
      return { status: 'cancelled', result: data.result, cursor: null };
    default:
      return does satisfies never;
  }
};

/** The attempt before counts when it ended without a word; it may have come further than ever. */
const started = (
  state: KnownJob,
  { attempt, ended }: JobEventData['started'],
  { revision }: EventFacts,
  places: Places,
): Partial<KnownJob> => ({
  ...(isUnended(state) ? afterEnding(places, state, ended) : {}),
  status: 'running',
  attempt,
  fence: revision.toString(),
  isLetGo: false,
});

/** Whether an attempt is under way that nobody let go: who takes the work now finds that it ended without a word. */
export const isUnended = ({ status, isLetGo }: KnownJob): boolean => status === 'running' && !isLetGo;

/** What is known of work whose attempt ended without a word at a place; `undefined` when nobody knows where. */
export const afterEnding = (
  { lasting, unlessPast }: Places,
  { endings, unended, furthest }: KnownJob,
  ended: JobPlace | undefined,
): Pick<KnownJob, 'endings' | 'unended' | 'furthest'> => {
  if (ended === undefined) return { endings, unended: unended + 1, furthest };
  const isFurther = ended.phase === lasting && ended.from > furthest;
  return {
    endings: withEnding(unlessPast(endings, ended), ended),
    unended: isFurther ? 1 : unended + 1,
    furthest: isFurther ? ended.from : furthest,
  };
};

/** What comes further than ever counts its attempts anew. */
const progressed = (
  state: KnownJob,
  { phase, done, cursor, released = false }: JobEventData['progressed'],
  { lasting, unlessPast }: Places,
): Partial<KnownJob> => {
  const isFurther = phase === lasting && done > state.furthest;
  return {
    endings: unlessPast(state.endings, { phase, from: done, to: done }),
    phase,
    isLetGo: released,
    cursor: cursor ?? state.cursor,
    furthest: isFurther ? done : state.furthest,
    unended: isFurther ? 0 : state.unended,
  };
};
