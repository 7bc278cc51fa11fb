import { type TSchema, Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { JsonObject, Uuid } from '../kit/schemas.js';
import { JobPlace } from './events.js';

const Count = Type.Integer({ minimum: 0 });
/** Of a worker: the revision of the event that gave it the work. */
const Fenced = { job_id: Uuid, fence: Type.String() };

/** The commands on one kind of work. All but the first are the worker's own. */
export const jobCommands = <Wrong extends TSchema>({
  service,
  noun,
  error,
}: {
  /** Whose it is: `datasets`. */
  readonly service: string;
  /** What commands call it: `Job`. */
  readonly noun: string;
  /** As the events of a failure tell what is wrong. */
  readonly error: Wrong;
}) =>
  ({
    cancel: command(`${service}.cancel${noun}`, Type.Object({ job_id: Uuid })),
    start: command(
      `${service}.start${noun}`,
      Type.Object({
        job_id: Uuid,
        worker: Type.String(),
        after: Type.Optional(Type.String({ description: 'The fence of the claim that is over.' })),
        ended: Type.Optional(JobPlace),
      }),
    ),
    progress: command(
      `${service}.progress${noun}`,
      Type.Object({
        ...Fenced,
        phase: Type.String(),
        done: Count,
        total: Type.Optional(Count),
        cursor: Type.Optional(JsonObject),
        released: Type.Optional(Type.Boolean({ description: 'The worker lets go.' })),
        until: Type.Optional(
          Type.String({ format: 'date-time', description: 'Let go: nobody takes it before then.' }),
        ),
      }),
    ),
    complete: command(`${service}.complete${noun}`, Type.Object({ ...Fenced, result: JsonObject })),
    fail: command(
      `${service}.fail${noun}`,
      Type.Object({
        ...Fenced,
        code: Type.String(),
        message: Type.String(),
        errors: Type.Array(error),
      }),
    ),
    /** The work has ended because somebody cancelled it; `result` is what had landed. */
    endCancelled: command(`${service}.endCancelled${noun}`, Type.Object({ ...Fenced, result: JsonObject })),
  }) as const;

/** The commands on one kind of work, by what they do. */
export type JobCommandDefinitions = ReturnType<typeof jobCommands>;
