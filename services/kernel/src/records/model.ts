import {
  type AnyRecord,
  apart,
  type DomainEvent,
  type RecordDefinition,
  type RecordDescription,
  type RecordFilters,
  type RecordResource,
  type RecordValues,
  shownOf,
} from '@cairn/contracts';
import type { Aggregate, AggregateKind } from '../domain/aggregate.js';
import { notFound, type Refusal } from '../base/refusal.js';
import { streamOf } from '../domain/streams.js';
import type { StateTopic } from '../context/published.js';
import type { TimeTravelled } from '../queries/time-travelled.js';
import type { QueryContext } from '../context/query-context.js';
import type { Projection } from '../projection/projection.js';
import { purgeTimer } from '../projection/purge-timer.js';
import type { TimerRules } from '../projection/timer-rules.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { CommandContext, ServiceCommand } from '../context/command.js';
import type { Work } from '../context/work.js';
import { purgedSweep } from '../sweeping/index.js';
import { recordCommands } from './commands.js';
import type { RecordKind } from './deciding.js';
import { accessRefused } from './access.js';
import { collectionOf, recordProjection } from './project.js';
import { type RecordQueries, recordQueries } from './queries.js';
import type { Parent, PlainRules, RecordPermission, RecordRules } from './rules.js';
import { type EffectOf, recordAggregate, type RecordState, type Values } from './state.js';
import { recordsUnderPurged } from './sweep.js';
import { uniqueValues } from './unique.js';
import type { InverseOf } from './wishes.js';

/** What a service takes of a record. */
export interface RecordParts {
  readonly aggregates: readonly AggregateKind[];
  readonly commands: readonly ServiceCommand[];
  readonly projection: Projection;
  readonly timers: TimerRules;
  readonly state: StateTopic;
  readonly timeTravelled: TimeTravelled;
  work(this: void, tools: ServiceTools): readonly Work[];
  /** Whether the caller may read what happened to one, for data that no message has room for. */
  mayRead(this: void, context: QueryContext, id: string): Promise<boolean>;
}

/** A record at work: what its service runs, and what the gateway asks. */
export interface RecordModel<D extends RecordDescription> extends RecordParts {
  readonly definition: RecordDefinition<D>;
  readonly aggregate: Aggregate<RecordState<RecordValues<D>>>;
  readonly queries: RecordQueries<RecordResource<D>, RecordFilters<D>>;
  /** What records in it stand under. */
  readonly asParent: Parent;
}

/** Makes a record of its definition and of what is special about it. */
export const recordModel = <D extends RecordDescription, Given = undefined>(
  definition: RecordDefinition<D>,
  rules: RecordRules<D, Given> = {},
): RecordModel<D> => {
  const record: AnyRecord = definition;
  const { events, commands, description, category } = record;
  refuseMisplaced(description, rules.parent);
  const effectOf = effectsOf(record, rules);
  const plain = plainRules(record, rules);
  const aggregate = recordAggregate(record, effectOf);
  const unique = uniqueValues(record, aggregate);
  const projection = recordProjection(record, rules.version ?? 1, effectOf);
  const kind: RecordKind = {
    record,
    aggregate,
    unique,
    rules: plain,
    inverseOf: inversesOf(record, aggregate, rules),
  };
  const queries = recordQueries<RecordResource<D>, RecordFilters<D>>({ record, projection, rules: plain });
  return {
    definition,
    aggregate: aggregate as Aggregate<RecordState<RecordValues<D>>>,
    aggregates:
      description.unique === undefined ? [aggregate] : [aggregate, unique.holding.reservations.aggregate],
    commands: recordCommands(kind),
    projection,
    timers: purgeTimer(events, commands.purge.name),
    state: publishedState(record, aggregate),
    timeTravelled: { collection: collectionOf(record), category, projection },
    queries,
    mayRead: async (context, id) => {
      const { inside = '' } = description;
      const today = await context.today.get(collectionOf(record), id);
      const parentId = today?.[inside];
      const path = { id, ...(typeof parentId === 'string' ? { [inside]: parentId } : {}) };
      return (await queries.byId(context, path, { deletedToo: true })) !== undefined;
    },
    work: (tools) => sweepOf(record, projection, plain.parent).map((sweep) => sweep(tools)),
    asParent: {
      collection: collectionOf(record),
      ...(description.inside === undefined ? {} : { isInside: true }),
      refusal: (context, id, permission) => refusalIn(context, aggregate, plain, id, permission),
      isOpen: async (context, id, permission) =>
        (await queries.byId(context, { id })) !== undefined &&
        plain.may(context.principal, permission, undefined) === undefined,
    },
  };
};

const refuseMisplaced = ({ title, inside }: AnyRecord['description'], parent: Parent | undefined): void => {
  if ((inside === undefined) !== (parent === undefined))
    throw new Error(`${title}: what says what it is in needs its parent, and nothing else does`);
  if (parent?.isInside === true)
    throw new Error(`${title}: no record is in what is in something itself; write it out by hand`);
};

const sweepOf = (
  record: AnyRecord,
  projection: Projection,
  parent: Parent | undefined,
): readonly ((tools: ServiceTools) => Work)[] => {
  const { inside } = record.description;
  return inside === undefined || parent === undefined
    ? []
    : [purgedSweep(`${projection.name}.purged`, recordsUnderPurged(record, projection, inside, parent))];
};

const refusalIn = async (
  { load, principal }: CommandContext,
  aggregate: Aggregate<RecordState>,
  { may }: PlainRules,
  id: string,
  permission: RecordPermission,
): Promise<Refusal | undefined> => {
  const state = await load(aggregate, id);
  if (state.status !== 'live' || may(principal, 'read', state.values) !== undefined) return notFound();
  return may(principal, permission, state.values);
};

/** The rules of a record see its fields typed; the kit knows them by their names. */
const plainRules = <D extends RecordDescription, Given>(
  record: AnyRecord,
  { may, given, check, parent, own = {} }: RecordRules<D, Given>,
): PlainRules => {
  const typed = (values: unknown) => values as RecordValues<D> | undefined;
  return {
    parent,
    own: own as PlainRules['own'],
    may: (principal, permission, values) =>
      accessRefused(record, principal, permission) ?? may?.(principal, permission, typed(values)),
    given: async ({ next, ...around }) => given?.({ ...around, next: typed(next) }),
    check: ({ action, next, before, given: told }) =>
      check?.({
        action: action as Parameters<typeof check>[0]['action'],
        next: typed(next),
        before: typed(before),
        given: told as Given,
      }),
  };
};

type PlainEffects = Readonly<Record<string, ((data: never) => object) | undefined>>;

const effectsOf = <D extends RecordDescription, Given>(
  { transitions }: AnyRecord,
  { effects }: RecordRules<D, Given>,
): EffectOf => {
  const said: PlainEffects = effects ?? {};
  const byEvent = new Map(
    Object.entries(transitions).map(([name, { name: type }]) => {
      const effect = said[name];
      if (effect === undefined) throw new Error(`nothing says what ${type} does to the fields of its record`);
      return [type, effect] as const;
    }),
  );
  return ({ type, data }: DomainEvent) => byEvent.get(type)?.(data as never) as Values | undefined;
};

const inversesOf = <D extends RecordDescription, Given>(
  { transitions }: AnyRecord,
  aggregate: Aggregate<RecordState>,
  { inverses = {} }: RecordRules<D, Given>,
): RecordKind['inverseOf'] => {
  const said: Readonly<Record<string, unknown>> = inverses;
  const none: InverseOf = () => undefined;
  const byStoredType = new Map<string, InverseOf>(
    Object.entries(transitions).map(([name, { storedType }]) => [
      storedType,
      (said[name] as InverseOf | undefined) ?? none,
    ]),
  );
  return async ({ tools: { log } }, id, revision) => {
    if (byStoredType.size === 0) return undefined;
    const events = await log.read(streamOf(aggregate, id), { through: BigInt(revision), withoutLarge: true });
    const event = events.at(-1);
    return event?.revision === BigInt(revision) ? byStoredType.get(event.type) : undefined;
  };
};

const publishedState = (record: AnyRecord, aggregate: Aggregate<RecordState>): StateTopic =>
  ({
    contract: record.state,
    aggregate,
    publicState: (state, { id, createdAt, updatedAt }) =>
      state.status === 'live'
        ? {
            id,
            created_at: createdAt,
            updated_at: updatedAt,
            ...apart(record.description, shownOf(record.description, state.values)).published,
          }
        : undefined,
  }) satisfies StateTopic<RecordState>;
