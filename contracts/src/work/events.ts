import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { event, type EventDefinition, Internal, type StoredType } from '../kit/event.js';
import { Requester } from '../kit/requester.js';
import { resource } from '../kit/resource.js';
import { JsonObject, Uuid } from '../kit/schemas.js';

const Count = Type.Integer({ minimum: 0 });

/** What is wrong with something that work was given, and where in it. */
export const jobErrorFields = {
  file: Type.Optional(Type.String({ description: 'Entry of the archive, or the file itself.' })),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
  code: Type.String(),
  message: Type.String(),
};
export const JobError = resource('JobError', jobErrorFields);
export type JobError = Readonly<Static<typeof JobError>>;

/** Where work is: from what its worker told last to what it would have told some renewals later. */
export const JobPlace = Type.Object(
  {
    phase: Type.String(),
    from: Count,
    to: Count,
    threw: Type.Optional(Type.Boolean({ description: 'The work threw; its process went on.' })),
  },
  { description: 'Where the attempt before ended without a word; absent when it did not, or nobody knows.' },
);
export type JobPlace = Readonly<Static<typeof JobPlace>>;

const Started = Type.Object({
  worker: Internal(Type.String()),
  attempt: Type.Integer({ minimum: 1 }),
  ended: Type.Optional(Internal(JobPlace)),
});
const Progressed = Type.Object({
  phase: Type.String(),
  done: Count,
  total: Type.Optional(Count),
  released: Type.Optional(Internal(Type.Boolean({ description: 'The worker let go: another may take it.' }))),
  until: Type.Optional(
    Internal(Type.String({ format: 'date-time', description: 'Let go: nobody takes it before then.' })),
  ),
  cursor: Type.Optional(
    Internal(Type.Unsafe<JsonObject>({ ...JsonObject, description: 'Where another worker goes on.' })),
  ),
});
const Completed = Type.Object({ result: JsonObject });
const Cancelled = Type.Object({
  result: Type.Unsafe<JsonObject>({ ...JsonObject, description: 'What had landed; empty for nothing.' }),
});

/** What the request of every kind of work tells. */
export interface JobRequested {
  readonly id: string;
  /** What is to be done, where one stream may hold several kinds: `import`. */
  readonly kind: string;
  readonly user_id: string;
  readonly requester: Requester;
  readonly name: string;
}

/** What every retry tells. */
export interface JobRetried {
  readonly id: string;
  /** 2 for the first retry. */
  readonly run: number;
  readonly user_id: string;
  readonly requester: Requester;
}

/** What the events of every kind of work tell, by what they do; what is a kind's own is beside it. */
export interface JobEventData {
  readonly requested: JobRequested;
  readonly started: Static<typeof Started>;
  readonly progressed: Static<typeof Progressed>;
  readonly completed: Static<typeof Completed>;
  readonly failed: { readonly code: string; readonly message: string; readonly errors: readonly JobError[] };
  readonly cancelRequested: object;
  readonly cancelled: Static<typeof Cancelled>;
  /** Only where a kind of work can be retried. */
  readonly retried: JobRetried;
}

/** The definitions of the events of one kind of work, by what they do. */
export type JobEventDefinitions = Readonly<
  Record<Exclude<keyof JobEventData, 'retried'>, EventDefinition>
> & {
  readonly retried?: EventDefinition;
};

const requestedSchema = <About extends TProperties & { kind: TSchema }, Own extends TProperties>(
  about: About,
  own: Own,
) =>
  Type.Object({
    id: Uuid,
    ...about,
    user_id: Type.String(),
    requester: Internal(Requester),
    name: Type.String(),
    ...own,
  });

const retriedSchema = <Again extends TProperties>(own: Again) =>
  Type.Object({
    id: Uuid,
    run: Type.Integer({ minimum: 2 }),
    user_id: Type.String(),
    requester: Internal(Requester),
    ...own,
  });

/** Work of a kind that can be retried has one event more. */
type RetriedEvent<Noun extends string, Again> = Again extends TProperties
  ? { readonly retried: EventDefinition<`${Noun}Retried`, ReturnType<typeof retriedSchema<Again>>> }
  : object;

/** In what the events of one kind of work differ from those of others. */
export interface JobEventsOf<
  Noun extends string,
  About extends TProperties & { kind: TSchema },
  Own extends TProperties,
  Wrong extends TSchema,
  Again extends TProperties | undefined = undefined,
> {
  /** What their stored types begin with: `datasets`. */
  readonly area: string;
  /** The second word of their stored types: `job`. */
  readonly entity: string;
  /** Its events are named with it: `DatasetJob`. */
  readonly noun: Noun;
  /** One sentence about the request. */
  readonly description: string;
  /** Its kind, and the ids of what it works on. */
  readonly about: About;
  /** What else the request tells. */
  readonly own: Own;
  /** One thing that is wrong with what the work was given: `JobError`, or a shape of its own. */
  readonly error: Wrong;
  /** The field of a request and of a retry under whose key their personal fields are sealed. */
  readonly subject?: string;
  /** Work that failed or was cancelled can be retried; `own` is what else a retry tells. */
  readonly retries?: Again extends TProperties
    ? { readonly own: Again; readonly example: Static<ReturnType<typeof retriedSchema<Again>>> }
    : undefined;
  /** They stand in the documents. */
  readonly examples: {
    readonly requested: Static<ReturnType<typeof requestedSchema<About, Own>>>;
    readonly progressed: JobEventData['progressed'];
    readonly completed: JobEventData['completed'];
    readonly failed: { code: string; message: string; errors: Static<Wrong>[] };
    readonly cancelled: JobEventData['cancelled'];
  };
}

/** The events of one kind of work: it is asked for, taken, goes on, and ends in one of three ways. */
export const jobEvents = <
  const Noun extends string,
  About extends TProperties & { kind: TSchema },
  Own extends TProperties,
  Wrong extends TSchema,
  Again extends TProperties | undefined = undefined,
>(
  its: JobEventsOf<Noun, About, Own, Wrong, Again>,
) => {
  const { area, entity, noun, description, about, own, error, examples } = its;
  const stored = (verb: string): StoredType => `${area}.${entity}.${verb}.v1`;
  return {
    requested: event({
      name: `${noun}Requested`,
      storedType: stored('requested'),
      description,
      schema: requestedSchema(about, own),
      example: examples.requested,
      ...sealedBy(its),
    }),
    failed: event({
      name: `${noun}Failed`,
      storedType: stored('failed'),
      description: 'The work was given up.',
      schema: Type.Object({ code: Type.String(), message: Type.String(), errors: Type.Array(error) }),
      example: examples.failed,
    }),
    ...runningEvents(noun, stored, examples),
    ...endEvents(noun, stored, examples),
    ...(retriedEvent(its, stored) as RetriedEvent<Noun, Again>),
  } as const;
};

const sealedBy = ({ subject }: { readonly subject?: string }): { readonly subject?: string } =>
  subject === undefined ? {} : { subject };

/** What is said of a retry whatever it tells. */
interface Retriable {
  readonly noun: string;
  readonly subject?: string;
  readonly retries?:
    | { readonly own: TProperties; readonly example: Readonly<Record<string, unknown>> }
    | undefined;
}

const retriedEvent = ({ noun, retries, ...its }: Retriable, stored: Stored): object =>
  retries === undefined
    ? {}
    : {
        retried: event({
          name: `${noun}Retried`,
          storedType: stored('retried'),
          description: 'Somebody wants work that failed or was cancelled to be done again.',
          schema: retriedSchema(retries.own),
          example: retries.example,
          ...sealedBy(its),
        }),
      };

type Stored = (verb: string) => StoredType;

const runningEvents = <const Noun extends string>(
  noun: Noun,
  stored: Stored,
  examples: Pick<JobEventData, 'progressed'>,
) =>
  ({
    started: event({
      name: `${noun}Started`,
      storedType: stored('started'),
      description: 'A worker claimed the work; the revision of this event is its fence.',
      schema: Started,
      example: { worker: 'one-machine', attempt: 1 },
    }),
    progressed: event({
      name: `${noun}Progressed`,
      storedType: stored('progressed'),
      description: 'The work came to where another worker can go on, or its worker let it go.',
      schema: Progressed,
      example: examples.progressed,
    }),
    cancelRequested: event({
      name: `${noun}CancelRequested`,
      storedType: stored('cancel_requested'),
      description: 'Somebody wants work that is under way to end; its worker ends it at its next step.',
      schema: Type.Object({}),
      example: {},
    }),
  }) as const;

const endEvents = <const Noun extends string>(
  noun: Noun,
  stored: Stored,
  examples: Pick<JobEventData, 'completed' | 'cancelled'>,
) =>
  ({
    completed: event({
      name: `${noun}Completed`,
      storedType: stored('completed'),
      description: 'The work is done.',
      schema: Completed,
      example: examples.completed,
    }),
    cancelled: event({
      name: `${noun}Cancelled`,
      storedType: stored('cancelled'),
      description: 'The work was ended before it was done; what had landed stays.',
      schema: Cancelled,
      example: examples.cancelled,
    }),
  }) as const;
