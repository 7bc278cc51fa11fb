import type { AnyRecord } from '@cairn/contracts';
import type { Aggregate, Decision } from '../domain/aggregate.js';
import type { Executed } from '../domain/executed.js';
import { isRefusal, notFound, type Refusal, refuse } from '../domain/refusal.js';
import {
  claimOf,
  claimsHeld,
  clearOwnerless,
  releaseClaims,
  reservingSteps,
  type WantedValue,
} from '../reservations/index.js';
import type { CommandContext, CommandOutcome, ServiceCommand } from '../runtime/service.js';
import { inFuture, isInFuture, readBeforeAndAfter, tellingLater } from '../undoing/index.js';
import type { PlainRules, RecordAction, RecordPermission } from './rules.js';
import { completed, type RecordState, type Values } from './state.js';
import { holds, type UniqueValues } from './unique.js';
import {
  type InverseOf,
  settable,
  towards,
  valuesAfter,
  viewOfRecord,
  type Wish,
  type WishFor,
  wishToDelete,
  wishToRestore,
  wishToRevert,
  wishToUpdate,
} from './wishes.js';

/** What the commands of a record are made of. */
export interface RecordKind {
  readonly record: AnyRecord;
  readonly aggregate: Aggregate<RecordState>;
  readonly unique: UniqueValues;
  readonly rules: PlainRules;
  /** What undoes the event of a revision, where that is a transition. */
  inverseOf(this: void, context: CommandContext, id: string, revision: number): Promise<InverseOf | undefined>;
}

/** What a caller asks: the ids of the path, and the body beside them. */
interface Asked {
  readonly id?: string;
  readonly [parameter: string]: unknown;
  readonly body?: Readonly<Record<string, unknown>> & { readonly id?: string; readonly revision?: number };
}

/** The commands of a record. */
export const recordCommands = (kind: RecordKind): readonly ServiceCommand[] => {
  const { commands } = kind.record;
  const on = (
    contract: ServiceCommand['contract'],
    handle: (asked: Asked, context: CommandContext) => Promise<CommandOutcome>,
  ): ServiceCommand => ({ contract, handle: (input, context) => handle(input as Asked, context) });
  const changing = (action: Exclude<RecordAction, 'create'>, wishOf: (asked: Asked) => WishFor) =>
    on(commands[action === 'delete' ? 'remove' : action], (asked, context) =>
      changed(kind, action, asked, context, wishOf(asked)),
    );
  return [
    on(commands.create, (asked, context) => made(kind, asked, context)),
    changing('update', ({ body = {} }) => wishToUpdate(kind.record, body)),
    changing('delete', () => wishToDelete),
    changing('restore', () => wishToRestore),
    on(commands.revert, (asked, context) => reverted(kind, asked, context)),
    on(commands.purge, (asked, context) => purged(kind, idOf(asked), context)),
  ];
};

/** Where the path has no id the body has it. */
const idOf = ({ id, body }: Asked): string => id ?? body?.id ?? '';

/** The field that names what it is in, as the path says it. */
const placeOf = ({ description: { inside } }: AnyRecord, asked: Asked): Values =>
  inside === undefined ? {} : { [inside]: String(asked[inside]) };

/** What is to be decided about one, and what it may want to hold when it is live. */
interface Deciding {
  readonly action: RecordAction;
  readonly id: string;
  readonly asked: Asked;
  /** What it wants that it has not got. */
  readonly wanted: readonly WantedValue[];
  /** What other streams are asked about: the fields that it will have. */
  readonly next: Values | undefined;
  decide(this: void, state: RecordState, around: Around, tip: bigint | undefined): Decision;
}

/** What stands around one that is decided on. */
interface Around {
  readonly given: unknown;
  /** Why nobody who asks may delete what is in there, or bring it back; asked where a revert may do that. */
  readonly deleting: Refusal | undefined;
}

/** Reserves what it wants and decides, in one turn: a refusal, or a wrong `If-Match`, reserves nothing (law 5). */
const decided = async (kind: RecordKind, context: CommandContext, deciding: Deciding): Promise<Executed> => {
  const { record, aggregate, unique } = kind;
  const { id, wanted, decide } = deciding;
  const cleared = await clearOwnerless(unique.holding, context, id, wanted);
  if (isRefusal(cleared)) return (await refusedBefore(kind, context, deciding)) ?? cleared;
  const holder = { category: record.category, id };
  const steps = reservingSteps(unique.holding, context, holder, wanted, cleared);
  const claims = new Set(wanted.map((each) => claimOf(context, each)));
  return context.executeInOrder<RecordState, Around>(steps, aggregate, id, {
    given: () => aroundOf(kind, context, deciding),
    decide: (state, around, tip) => {
      if (state.abandoned.some((claim) => claims.has(claim)))
        return refuse('conflict', 'It took too long and the value went to another; try again.');
      return decide(state, around, tip);
    },
  });
};

/** Who may not do it is told that, and not that somebody has the value (S18). */
const refusedBefore = async (
  kind: RecordKind,
  context: CommandContext,
  deciding: Deciding,
): Promise<Refusal | undefined> => {
  const around = await aroundOf(kind, context, deciding);
  if (isRefusal(around)) return around;
  const decision = deciding.decide(await context.load(kind.aggregate, deciding.id), around, undefined);
  return isRefusal(decision) ? decision : undefined;
};

const aroundOf = async (
  kind: RecordKind,
  context: CommandContext,
  { action, id, asked, next }: Deciding,
): Promise<Around | Refusal> => {
  const placed = await misplaced(kind, asked, context, permissionOf(action));
  if (placed !== undefined) return placed;
  const given = await kind.rules.given({ context, action, id, next });
  if (isRefusal(given)) return given;
  const deleting = action === 'revert' ? await misplaced(kind, asked, context, 'delete') : undefined;
  return { given, deleting };
};

/** Beneath what is not there, or not for the caller, there is nothing (S2, law 6). */
const misplaced = async (
  { record, rules: { parent } }: RecordKind,
  asked: Asked,
  context: CommandContext,
  permission: RecordPermission,
): Promise<Refusal | undefined> => {
  const { inside } = record.description;
  return inside === undefined ? undefined : parent?.refusal(context, String(asked[inside]), permission);
};

const permissionOf = (action: RecordAction): RecordPermission =>
  action === 'delete' || action === 'restore' ? 'delete' : 'write';

const made = async (kind: RecordKind, asked: Asked, context: CommandContext): Promise<Executed> => {
  const { record, aggregate, rules, unique } = kind;
  const id = context.id(record.description.entity);
  const next = completed(record, { ...settable(record, asked.body ?? {}), ...placeOf(record, asked) });
  const before = await context.load(aggregate, id);
  return decided(kind, context, {
    action: 'create',
    id,
    asked,
    wanted: before.status === 'none' ? unique.heldBy(next) : [],
    next,
    decide: (state, { given }) => {
      const refused = rules.may(context.principal, 'write', undefined);
      if (refused !== undefined) return refused;
      if (state.status !== 'none') return refuse('conflict', 'There is one of this id.');
      return (
        rules.check({ action: 'create', next, before: undefined, given }) ?? [
          record.events.created.of({ id, ...next }),
        ]
      );
    },
  });
};

/** Changes one, and gives back what it has no more. */
const changed = async (
  kind: RecordKind,
  action: Exclude<RecordAction, 'create'>,
  asked: Asked,
  context: CommandContext,
  wishFor: WishFor,
): Promise<Executed> => {
  const { record, aggregate, unique, rules } = kind;
  const id = idOf(asked);
  const before = await context.load(aggregate, id);
  const had = before.status === 'live' ? unique.heldBy(before.values) : [];
  const next = liveAfter(before, wishFor);
  const will = next === undefined ? [] : unique.heldBy(next);
  const wanted = will.filter(({ reservationId }) => !holds(had, reservationId));
  const left = had.filter(({ reservationId }) => !holds(will, reservationId)).map((each) => each.reservationId);
  const leaving = await claimsHeld(unique.holding, context, id, left);
  const place = Object.entries(placeOf(record, asked));
  const done = await decided(kind, context, {
    action,
    id,
    asked,
    wanted,
    next,
    decide: (state, { given, deleting }, tip) => {
      if (state.status === 'none' || place.some(([field, parent]) => state.values[field] !== parent))
        return notFound();
      const refused = rules.may(context.principal, permissionOf(action), state.values);
      if (refused !== undefined) return refused;
      const wish = wishFor(state, tip);
      if (isRefusal(wish)) return wish;
      const ending = endingRefused(kind, context, state.values, wish) ?? (wish.status && deleting);
      if (ending !== undefined) return ending;
      const after = liveAfter(state, () => wish);
      if (after !== undefined && isUnclaimed(unique, state, after, wanted))
        return refuse('conflict', 'It is being changed by others; try again.');
      const now = state.status === 'live' ? state.values : undefined;
      return rules.check({ action, next: after, before: now, given }) ?? towards(record, state, wish, context.at);
    },
  });
  if (!isRefusal(done)) await releaseClaims(unique.holding, context, leaving);
  return done;
};

/** Who brings one back, or ends it, by undoing needs the right to that. */
const endingRefused = (
  { rules }: RecordKind,
  { principal }: CommandContext,
  values: Values,
  { status }: Wish,
): Refusal | undefined => (status === undefined ? undefined : rules.may(principal, 'delete', values));

/** The fields of a record that is live after a wish; `undefined` when it is not, or the wish is refused. */
const liveAfter = (state: RecordState, wishFor: WishFor): Values | undefined => {
  const wish = wishFor(state, undefined);
  if (isRefusal(wish) || state.status === 'none') return undefined;
  return (wish.status ?? state.status) === 'live' ? valuesAfter(state, wish) : undefined;
};

/** It was changed between the claim and the decision, so that it would have what was not claimed. */
const isUnclaimed = (
  { heldBy }: UniqueValues,
  state: RecordState,
  after: Values,
  claimed: readonly WantedValue[],
): boolean => {
  const has = state.status === 'live' ? heldBy(state.values) : [];
  return heldBy(after).some(
    ({ reservationId }) => !holds(has, reservationId) && !holds(claimed, reservationId),
  );
};

/** Undoes the event of a revision. */
const reverted = async (kind: RecordKind, asked: Asked, context: CommandContext): Promise<Executed> => {
  const { aggregate } = kind;
  const id = idOf(asked);
  const revision = asked.body?.revision ?? 0;
  const sides = await readBeforeAndAfter(context, aggregate, id, revision)();
  const wish = wishToRevert(sides, await kind.inverseOf(context, id, revision));
  const executed = await changed(kind, 'revert', asked, context, (state, tip) =>
    tip !== undefined && isInFuture(revision, tip) ? inFuture() : wish(state, tip),
  );
  return tellingLater(context, aggregate, { id, revision }, viewOfRecord, executed);
};

/** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
const purged = ({ record, aggregate }: RecordKind, id: string, context: CommandContext): Promise<Executed> =>
  context.execute(aggregate, id, {
    decide: (state) => {
      if (context.principal.kind !== 'system') return refuse('forbidden', 'It is purged by a timer only.');
      if (state.status === 'none') return notFound();
      return state.status === 'deleted' ? towards(record, state, { status: 'purged' }, context.at) : [];
    },
  });
