import { command, JobError, type EventOf, jobCommands, jobEvents, OneOf } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { defineService } from '../../definition/define-service.js';
import { serviceCommand } from '../../context/command.js';
import type { Service } from '../../definition/service.js';
import { jobServiceCommands } from '../job-commands.js';
import { jobProjection, waitingJobs } from '../job-documents.js';
import type { JobDocument } from '../reads-of-jobs.js';
import { jobReads } from '../job-reads.js';
import type { JobWork, WorkerOptions } from '../job-attempt.js';
import { jobWork } from '../job-worker.js';
import { type JobKind, jobKind } from '../job.js';
import type { KnownJob } from '../job-state.js';
import { requesterOf } from '../../access/requesters.js';

/** For specs: what an errand was asked for. */
interface ErrandRequest {
  readonly steps: number;
}
export type KnownErrand = KnownJob & ErrandRequest;

const ID = '018f4d1a-0000-7000-8000-000000000001';
const requester = { kind: 'user' as const, user_id: 'u' };

/** For specs: the smallest kind of durable work, whose streams are `<category>-<id>`. */
export const errandKind = (category: string): JobKind<KnownErrand> => {
  const events = jobEvents({
    area: category,
    entity: 'job',
    noun: 'Errand',
    description: 'An errand was asked for.',
    about: { kind: OneOf(['errand']) },
    own: { steps: Type.Integer() },
    error: JobError,
    examples: {
      requested: { id: ID, kind: 'errand', user_id: 'u', requester, name: '', steps: 2 },
      progressed: { phase: 'steps', done: 1 },
      completed: { result: { walked: 2 } },
      failed: { code: 'internal', message: 'No.', errors: [] },
      cancelled: { result: { walked: 1 } },
    },
  });
  return jobKind({
    category,
    collection: `${category}_jobs`,
    events,
    commands: jobCommands({ service: category, noun: 'Job', error: JobError }),
    phases: ['steps'],
    stateVersion: 1,
    own: ({ steps }: EventOf<typeof events.requested>['data']): ErrandRequest => ({ steps }),
  });
};

export const requestErrand = (category: string) =>
  command(`${category}.request`, Type.Object({ name: Type.String(), steps: Type.Integer() }));

/** Errands are for who asked for them. */
export const errandReads = (kind: JobKind<KnownErrand>) =>
  jobReads<JobDocument>(kind, {
    mayKnow: async ({ principal }, { user_id }) => user_id === principal.userId,
    own: ({ name }) => ({ agent_name: name }),
  });

/** For specs: a service that runs errands of some kinds. */
export const errandService = (
  kinds: readonly JobKind<KnownErrand>[],
  run: JobWork<KnownErrand>['run'],
  options: WorkerOptions = {},
): Service =>
  defineService({
    name: 'errands',
    aggregates: kinds.map(({ aggregate }) => aggregate),
    commands: kinds.flatMap((kind) => [
      serviceCommand(requestErrand(kind.category), ({ name, steps }, context) => {
        const id = context.id('job');
        const { userId: user_id } = context.principal;
        const asked = { id, kind: 'errand', user_id, requester: requesterOf(context.principal), name, steps };
        return context.execute(kind.aggregate, id, { decide: () => [kind.events.requested.of(asked)] });
      }),
      ...jobServiceCommands(kind, async () => undefined),
    ]),
    projections: kinds.map((kind) => jobProjection(kind, { name: `errands.${kind.category}`, version: 1 })),
    work: (tools) =>
      kinds.map((kind) => jobWork(kind, { name: `errands.${kind.category}`, run }, tools, options)),
    backlog: async ({ documents }) => ({ jobs: await waitingJobs(kinds[0]!, documents) }),
  });
