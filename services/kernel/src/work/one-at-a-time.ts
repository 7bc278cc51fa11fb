import type { Documents } from '../documents/port.js';
import type { Executed } from '../domain/command-handler.js';
import type { Refusal } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import { Mutex } from '../registers/mutex.js';
import type { CommandContext } from '../context/command.js';
import { isJobOver } from './decisions.js';
import type { JobKind } from './job.js';
import type { JobDocument } from './reads-of-jobs.js';

/** Work of which one at a time goes on in one place. */
export interface OneAtATime<Known extends JobDocument> {
  readonly kind: Pick<JobKind, 'aggregate' | 'collection'>;
  /** Of the job that is asked for. */
  readonly id: string;
  /** The name of the place, in the registers. */
  readonly place: string;
  /** What the documents of its jobs have in common; an index has these fields, `status` and `created_at`. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Whether a job takes the place. */
  takes(this: void, job: Known): boolean;
  /** With what another is refused while this one goes on. */
  refused(this: void, jobId: string): Refusal;
}

/**
 * Asks for work where no other goes on: `ask` is given what tells of another. Who asks first holds the place in a register,
 * for documents lag behind the log; a job that is over holds nothing, nor does one that `ask` refuses.
 */
export const oneAtATime = <Known extends JobDocument>(
  context: CommandContext,
  its: OneAtATime<Known>,
  ask: (given: () => Promise<Refusal | undefined>) => Promise<Executed>,
): Promise<Executed> => {
  const hold = new Mutex(context.tools.registers, its.place);
  return hold.during(() =>
    ask(async () => {
      const other = await otherJob(context, its, hold);
      return other === undefined ? undefined : its.refused(other);
    }),
  );
};

/** Another job that has the place, by its id. */
const otherJob = async <Known extends JobDocument>(
  { load, tools }: CommandContext,
  its: OneAtATime<Known>,
  hold: Mutex,
): Promise<string | undefined> => {
  // A job that is not in the log is still on its way there.
  const isOver = async (id: string): Promise<boolean> => isJobOver(await load(its.kind.aggregate, id));
  const hinders = async (id: string | undefined): Promise<boolean> =>
    id !== undefined && id !== its.id && !(await isOver(id));
  const running = await unfinished(tools.documents, its);
  if (await hinders(running)) return running;
  let holder: string | undefined;
  const taken = await hold.take(its.id, (held) =>
    hinders((holder = typeof held === 'string' ? held : undefined)),
  );
  return taken ? undefined : holder;
};

/** The id of one that waits or is under way, as the documents tell it. */
const unfinished = async <Known extends JobDocument>(
  documents: Pick<Documents, 'find'>,
  { kind, fields, takes }: Pick<OneAtATime<Known>, 'kind' | 'fields' | 'takes'>,
): Promise<string | undefined> => {
  for (const status of ['queued', 'running']) {
    const filter = { fields: { ...fields, status } };
    const jobs = await documents.find(kind.collection, { filter, sort: 'created_at', limit: 100 });
    const job = jobs.find((one) => takes(one as Known));
    if (job !== undefined) return job.id;
  }
  return undefined;
};
