import type { DomainEvent, JobCommandDefinitions, JobEventDefinitions, JobRequested } from '@cairn/contracts';
import { type Aggregate, aggregate } from '../domain/aggregate.js';
import { jobDecisions } from './decisions.js';
import { type Phases, type Places, placesIn } from './endings.js';
import { evolveJob, type JobState, type KnownJob } from './job-state.js';

/** One kind of durable work, said once. */
export interface JobDefinition<Requested extends JobRequested, Own extends object> {
  /** Of its streams: `datasetJob`. */
  readonly category: string;
  /** Of its documents: `dataset_jobs`. */
  readonly collection: string;
  readonly events: JobEventDefinitions;
  readonly commands: JobCommandDefinitions;
  /** In their order, as `progress` names them; what is done in the last one stays when its worker ends. */
  readonly phases: Phases;
  /** Counts up when what `own` gives changes its shape. */
  readonly stateVersion: number;
  /** What is its own of the state, out of what the request told. */
  own(this: void, requested: Requested): Own;
}

/** What all that works on one kind of durable work takes. */
export interface JobKind<Known extends KnownJob = KnownJob> {
  readonly category: string;
  readonly collection: string;
  readonly events: JobEventDefinitions;
  readonly commands: JobCommandDefinitions;
  readonly places: Places;
  readonly aggregate: Aggregate<JobState<Known>>;
  readonly decide: ReturnType<typeof jobDecisions>;
}

/** Makes a kind of durable work: its streams, and what is decided about them. */
export const jobKind = <Requested extends JobRequested, Own extends object>({
  phases,
  stateVersion,
  own,
  ...its
}: JobDefinition<Requested, Own>): JobKind<KnownJob & Own> => {
  const places = placesIn(phases);
  return {
    ...its,
    places,
    aggregate: aggregate<JobState<KnownJob & Own>, DomainEvent>({
      category: its.category,
      events: Object.values(its.events),
      stateVersion,
      initial: { status: 'none' },
      evolve: evolveJob<Own>({ events: its.events, places, own }),
    }),
    decide: jobDecisions(its.events, places),
  };
};
