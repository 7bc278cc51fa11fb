import type {
  DomainEvent,
  ErrorCode,
  EventDefinition,
  JobCommandDefinitions,
  JobEventDefinitions,
  JobRequested,
} from '@cairn/contracts';
import { type Aggregate, aggregate } from '../domain/aggregate.js';
import { type JobDecisions, jobDecisions } from './decisions.js';
import { type Phases, type Places, placesIn } from './endings.js';
import { evolveJob, type JobState, type KnownJob, type OwnState } from './job-state.js';

/** One kind of durable work, said once. */
export interface JobDefinition<Requested extends JobRequested, Own extends object> extends OwnState<
  Requested,
  Own
> {
  /** Of its streams: `datasetJob`. */
  readonly category: string;
  /** Of its documents: `dataset_jobs`. */
  readonly collection: string;
  readonly events: JobEventDefinitions;
  /** What else its streams hold. After the end of the work nothing follows but a retry. */
  readonly ownEvents?: Readonly<Record<string, EventDefinition>>;
  readonly commands: JobCommandDefinitions;
  /** In their order, as `progress` names them; what is done in the last one stays when its worker ends. */
  readonly phases: Phases;
  /** Counts up when what `own` gives changes its shape. */
  readonly stateVersion: number;
  /** The code with which a retry is refused of work that neither failed nor was cancelled; `conflict` when absent. */
  readonly notFailed?: ErrorCode;
}

/** What all that works on one kind of durable work takes. */
export interface JobKind<Known extends KnownJob = KnownJob> {
  readonly category: string;
  readonly collection: string;
  readonly events: JobEventDefinitions;
  readonly ownEvents: readonly EventDefinition[];
  readonly commands: JobCommandDefinitions;
  readonly places: Places;
  readonly aggregate: Aggregate<JobState<Known>>;
  readonly decide: JobDecisions<Known>;
}

/** Counts up when `KnownJob` changes its shape, or what it follows from. */
const KIT_VERSION = 1;

/** Makes a kind of durable work: its streams, and what is decided about them. */
export const jobKind = <Requested extends JobRequested, Own extends object>(
  its: JobDefinition<Requested, Own>,
): JobKind<KnownJob & Own> => {
  const { category, collection, events, commands } = its;
  const places = placesIn(its.phases);
  const ownEvents = Object.values(its.ownEvents ?? {});
  return {
    category,
    collection,
    events,
    ownEvents,
    commands,
    places,
    aggregate: aggregate<JobState<KnownJob & Own>, DomainEvent>({
      category,
      events: [...Object.values(events), ...ownEvents],
      stateVersion: KIT_VERSION + its.stateVersion,
      initial: { status: 'none' },
      evolve: evolveJob({ ...its, places }),
    }),
    decide: jobDecisions({ ...its, places }),
  };
};
