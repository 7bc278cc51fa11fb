import type {
  DomainEvent,
  JobError,
  JobEventData,
  JobEventDefinitions,
  JobPlace,
  JobRequested,
  JobRetried,
  JsonObject,
} from '@cairn/contracts';
import type { EventFacts } from '../domain/aggregate.js';
import type { Actor } from '../eventlog/port.js';
import type { Cause } from '../context/cause.js';
import { type Endings, NO_ENDINGS, type Places, withEnding } from './endings.js';

/** Durable work as its stream tells it, without what is its kind's own. */
export interface KnownJob extends JobRequested {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** 1 for the work that was asked for, one more for each retry. */
  readonly run: number;
  /** Somebody wants it to end: whoever has the work ends it. */
  readonly cancelAsked: boolean;
  /** Who asked: what comes of it is theirs. */
  readonly actor: Actor;
  /** The request, or the last retry: what the work does follows from it. */
  readonly cause: Cause;
  readonly requested_at: string;
  /** The worker let it go: another may take it. */
  readonly isLetGo: boolean;
  /** Nobody takes it before this time, to which its worker let it go. */
  readonly until: string | null;
  /** So often in a row it was let go until a time, and came no further. */
  readonly waits: number;
  /** Revision of the event that gave the work to its worker, decimal; a late result of another is dropped. */
  readonly fence: string;
  readonly attempt: number;
  /** When the attempt began that is under way; empty before the first. */
  readonly started_at: string;
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

/** What is one kind's own of the state of its work, and what follows from it. */
export interface OwnState<Requested extends JobRequested, Own extends object> {
  /** What is its own of the state, out of what the request told. */
  own(this: void, requested: Requested): Own;
  /** What each later event changes of it, those of the kit among them; `state` has what the kit makes of the event. */
  evolveOwn?(this: void, state: KnownJob & Own, event: DomainEvent, facts: EventFacts): Partial<Own>;
  /** Whether an event of its own tells that the work came further: endings before it count no more. */
  isFurther?(this: void, event: DomainEvent): boolean;
  /**
   * Whether it is taken no more; `job` as it is once its last attempt has ended without a word, `usual` what is said of every
   * other kind. Absent: that.
   */
  isGivenUp?(this: void, job: KnownJob & Own, usual: boolean): boolean;
}

interface Evolving<Requested extends JobRequested, Own extends object> extends OwnState<Requested, Own> {
  readonly events: JobEventDefinitions;
  readonly places: Places;
}

/** How the state of work follows from its events. */
export const evolveJob = <Requested extends JobRequested, Own extends object>({
  events,
  places,
  own,
  evolveOwn = () => ({}),
  isFurther = () => false,
}: Evolving<Requested, Own>) => {
  type Known = KnownJob & Own;
  const read = jobEventsIn(events);
  const ofKit = (state: Known, event: DomainEvent, facts: EventFacts): Partial<KnownJob> => {
    const told = read(event);
    if (told !== undefined && told.does !== 'requested') return fieldsAfter(state, told, facts, places);
    return isFurther(event) ? FURTHER : {};
  };
  return (state: JobState<Known>, event: DomainEvent, facts: EventFacts): JobState<Known> => {
    const told = read(event);
    if (told?.does === 'requested')
      return { ...requested(told.data, facts), ...own(told.data as JobRequested & Requested) };
    if (state.status === 'none') return state;
    const next = { ...state, ...ofKit(state, event, facts) };
    return { ...next, ...evolveOwn(next, event, facts) };
  };
};

/** Work that came further than ever: what ended or waited before counts no more. */
const FURTHER = { unended: 0, endings: NO_ENDINGS, waits: 0 } satisfies Partial<KnownJob>;

const requested = ({ id, kind, user_id, requester, name }: JobRequested, facts: EventFacts): KnownJob => ({
  id,
  kind,
  name,
  ...asked({ user_id, requester }, facts),
  run: 1,
});

/** A retry is new work: how often it was tried, how far it came and what came of it count no more. */
const retried = ({ run, ...who }: JobRetried, facts: EventFacts): Partial<KnownJob> => ({
  ...asked(who, facts),
  run,
});

/** Work that waits, as somebody asked for it just now. */
const asked = (
  { user_id, requester }: Pick<JobRequested, 'user_id' | 'requester'>,
  { at, actor, eventId, correlation }: EventFacts,
): Omit<KnownJob, 'id' | 'kind' | 'name' | 'run'> => ({
  user_id,
  requester,
  status: 'queued',
  cancelAsked: false,
  actor,
  cause: { eventId, correlation },
  requested_at: at,
  isLetGo: false,
  until: null,
  fence: '',
  attempt: 0,
  started_at: '',
  ...FURTHER,
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
    case 'retried':
      return retried(data, facts);
    default:
      return does satisfies never;
  }
};

/** The attempt before counts when it ended without a word; it may have come further than ever. */
const started = (
  state: KnownJob,
  { attempt, ended }: JobEventData['started'],
  { revision, at }: EventFacts,
  places: Places,
): Partial<KnownJob> => ({
  ...(isUnended(state) ? afterEnding(places, state, ended) : {}),
  status: 'running',
  attempt,
  started_at: at,
  fence: revision.toString(),
  isLetGo: false,
  until: null,
});

/** Whether an attempt is under way that nobody let go: who takes the work now finds that it ended without a word. */
export const isUnended = ({ status, isLetGo }: KnownJob): boolean => status === 'running' && !isLetGo;

/**
 * What is known of work whose attempt ended without a word at a place; `undefined` when nobody knows where. A process that is
 * killed before its first renewal leaves the place where it began, whatever it was doing: that is no place either.
 */
export const afterEnding = (
  { lasting, unlessPast, isUntold, beginning }: Places,
  { endings, unended, furthest, cursor }: KnownJob,
  ended: JobPlace | undefined,
): Pick<KnownJob, 'endings' | 'unended' | 'furthest'> => {
  if (ended === undefined || isUntold(beginning(furthest, cursor !== null), ended))
    return { endings, unended: unended + 1, furthest };
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
  { phase, done, cursor, released = false, until }: JobEventData['progressed'],
  { lasting, unlessPast }: Places,
): Partial<KnownJob> => {
  const { furthest, unended, waits } =
    phase === lasting && done > state.furthest ? { ...FURTHER, furthest: done } : state;
  return {
    endings: unlessPast(state.endings, { phase, from: done, to: done }),
    phase,
    isLetGo: released,
    ...(until === undefined ? { until: null, waits } : { until, waits: waits + 1 }),
    cursor: cursor ?? state.cursor,
    furthest,
    unended,
  };
};
