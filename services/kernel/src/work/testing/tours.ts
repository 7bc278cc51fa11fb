import {
  command,
  type DomainEvent,
  event,
  type EventOf,
  JobError,
  jobCommands,
  jobEvents,
  OneOf,
} from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { defineService } from '../../definition/define-service.js';
import { serviceCommand } from '../../context/command.js';
import type { Service } from '../../definition/service.js';
import { byWorker, jobServiceCommands } from '../job-commands.js';
import { jobProjection } from '../job-documents.js';
import { jobReads } from '../job-reads.js';
import type { JobDocument } from '../reads-of-jobs.js';
import { jobKind } from '../job.js';
import type { KnownJob } from '../job-state.js';
import { requesterOf } from '../../access/requesters.js';

const ID = '018f4d1a-0000-7000-8000-000000000001';
const requester = { kind: 'user' as const, user_id: 'u' };

/** For specs: durable work that tells facts of its own on its way, and that can be retried. */
export const tourEvents = jobEvents({
  area: 'tour',
  entity: 'job',
  noun: 'Tour',
  description: 'A tour was asked for.',
  about: { kind: OneOf(['tour']) },
  own: {},
  error: JobError,
  subject: 'id',
  retries: {
    own: { by: Type.String() },
    example: { id: ID, run: 2, user_id: 'u', requester, by: 'train' },
  },
  examples: {
    requested: { id: ID, kind: 'tour', user_id: 'u', requester, name: '' },
    progressed: { phase: 'sights', done: 1 },
    completed: { result: { seen: 2 } },
    failed: { code: 'internal', message: 'No.', errors: [] },
    cancelled: { result: { seen: 1 } },
  },
});

export const tourOwnEvents = {
  seen: event({
    name: 'TourSeen',
    storedType: 'tour.job.seen.v1',
    description: 'A sight was seen.',
    schema: Type.Object({ sight: Type.String() }),
    example: { sight: 'the tower' },
  }),
};

/** What is its own of a tour. */
export interface TourFacts {
  readonly seen: readonly string[];
  readonly by: string;
}
export type KnownTour = KnownJob & TourFacts;

type Seen = EventOf<typeof tourOwnEvents.seen>;
type Retried = EventOf<typeof tourEvents.retried>;

export const tourDefinition = {
  category: 'tour',
  collection: 'tour_jobs',
  events: tourEvents,
  ownEvents: tourOwnEvents,
  commands: jobCommands({ service: 'tour', noun: 'Job', error: JobError }),
  phases: ['sights'] as const,
  stateVersion: 1,
  notFailed: 'job_not_found' as const,
  own: (): TourFacts => ({ seen: [], by: 'foot' }),
  evolveOwn: ({ seen }: KnownTour, { type, data }: DomainEvent): Partial<TourFacts> => {
    if (type === tourOwnEvents.seen.name) return { seen: [...seen, (data as Seen['data']).sight] };
    return type === tourEvents.retried.name ? { by: (data as Retried['data']).by } : {};
  },
  isFurther: ({ type }: DomainEvent) => type === tourOwnEvents.seen.name,
};
export const tours = jobKind(tourDefinition);

export const tourCommands = {
  request: command('tour.request', Type.Object({ name: Type.String() })),
  see: command(
    'tour.see',
    Type.Object({ job_id: Type.String(), fence: Type.String(), sight: Type.String() }),
  ),
  retry: command('tour.retry', Type.Object({ job_id: Type.String(), by: Type.String() })),
};

export const tourReads = jobReads<JobDocument>(tours, { mayKnow: async () => true, own: () => ({}) });

/** For specs: a service of tours, without a worker. */
export const tourService = (): Service =>
  defineService({
    name: 'tours',
    aggregates: [tours.aggregate],
    commands: [
      serviceCommand(tourCommands.request, ({ name }, context) => {
        const id = context.id('job');
        const { userId: user_id } = context.principal;
        const asked = { id, kind: 'tour' as const, user_id, requester: requesterOf(context.principal), name };
        return context.execute(tours.aggregate, id, { decide: () => [tourEvents.requested.of(asked)] });
      }),
      serviceCommand(tourCommands.see, ({ job_id, fence, sight }, context) =>
        byWorker(context, () =>
          context.execute(tours.aggregate, job_id, {
            decide: (state) => tours.decide.fenced(state, fence, () => [tourOwnEvents.seen.of({ sight })]),
          }),
        ),
      ),
      serviceCommand(tourCommands.retry, ({ job_id, by }, context) => {
        const { userId: user_id } = context.principal;
        const retry = { user_id, requester: requesterOf(context.principal), by };
        return context.execute(tours.aggregate, job_id, {
          decide: (state) => tours.decide.retry(state as KnownTour, retry),
        });
      }),
      ...jobServiceCommands(tours, async () => undefined),
    ],
    projections: [
      jobProjection(tours, {
        name: 'tours.jobs',
        version: 1,
        projectOwn: ({ type, data }, { id }) =>
          type === tourOwnEvents.seen.name
            ? [
                {
                  kind: 'patch',
                  collection: tours.collection,
                  id,
                  fields: { last: (data as Seen['data']).sight },
                },
              ]
            : [],
      }),
    ],
    work: () => [],
  });
