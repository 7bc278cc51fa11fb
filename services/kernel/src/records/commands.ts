import type { Executed } from '../domain/executed.js';
import { isRefusal, notFound, type Refusal, refuse } from '../base/refusal.js';
import { claimsHeld, type HeldClaim, releaseClaims, type WantedValue } from '../reservations/index.js';
import type { CommandContext, CommandOutcome, ServiceCommand } from '../context/command.js';
import { inFuture, isInFuture, readBeforeAndAfter, tellingLater } from '../undoing/index.js';
import {
  type Asked,
  decided,
  type Deciding,
  idOf,
  permissionOf,
  placeOf,
  type RecordKind,
} from './deciding.js';
import type { PlainRules, PlainSaved, RecordAction } from './rules.js';
import { completed, type KnownRecord, type RecordState, type Values } from './state.js';
import { holds, type UniqueValues } from './unique.js';
import {
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

const made = async (kind: RecordKind, asked: Asked, context: CommandContext): Promise<Executed> => {
  const { record, aggregate, rules, unique } = kind;
  const id = context.id(record.description.entity);
  const sent = settable(record, asked.body ?? {});
  const refusedBody = isRefusal(sent) ? sent : undefined;
  const next = completed(record, { ...(isRefusal(sent) ? {} : sent), ...placeOf(record, asked) });
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
      const whole = { ...next, ...savedBy(rules, { principal: context.principal, next, given }) };
      return (
        refusedBody ??
        rules.check({ action: 'create', next: whole, before: undefined, given }) ?? [
          record.events.created.of({ id, ...whole }),
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
  const { aggregate, unique } = kind;
  const id = idOf(asked);
  const before = await context.load(aggregate, id);
  const had = heldNow(unique, before);
  const next = liveAfter(before, wishFor(before, undefined));
  const will = next === undefined ? [] : unique.heldBy(next);
  const wanted = will.filter(({ reservationId }) => !holds(had, reservationId));
  let leaving: readonly HeldClaim[] = [];
  const look = async (state: RecordState): Promise<void> => {
    leaving = await claimsHeld(unique.holding, context, id, leftBy(unique, state, wishFor(state, undefined)));
  };
  const decide = changeDecision(kind, context, { action, asked, wanted, wishFor });
  const done = await decided(kind, context, { action, id, asked, wanted, next, look, decide });
  if (!isRefusal(done)) await releaseClaims(unique.holding, context, leaving);
  return done;
};

interface Changing {
  readonly action: RecordAction;
  readonly asked: Asked;
  readonly wanted: readonly WantedValue[];
  readonly wishFor: WishFor;
}

const changeDecision = (
  kind: RecordKind,
  context: CommandContext,
  { action, asked, wanted: claimed, wishFor }: Changing,
): Deciding['decide'] => {
  const { record, unique, rules } = kind;
  const place = placeOf(record, asked);
  return (state, { given, deleting }, tip) => {
    if (state.status === 'none' || !isAt(state.values, place)) return notFound();
    const wanted = rules.may(context.principal, permissionOf(action), state.values) ?? wishFor(state, tip);
    if (isRefusal(wanted)) return wanted;
    const wish = saving(rules, state, wanted, { principal: context.principal, given });
    const next = liveAfter(state, wish);
    return (
      unclaimedRefused(unique, state, next, claimed) ??
      endingRefused(kind, context, state.values, wish, deleting) ??
      ruled(action, rules.check({ action, next, before: valuesNow(state), given })) ??
      towards(record, state, wish, context.at)
    );
  };
};

/** The fields that follow who makes or changes it. */
const savedBy = ({ own }: PlainRules, saved: PlainSaved): Values =>
  Object.fromEntries(
    Object.entries(own).flatMap(([name, valueOf]) => (valueOf === undefined ? [] : [[name, valueOf(saved)]])),
  );

/** A wish that sets fields saves it: whose it is then is part of it. */
const saving = (rules: PlainRules, state: KnownRecord, wish: Wish, saved: Omit<PlainSaved, 'next'>): Wish =>
  wish.values === undefined || wish.event !== undefined
    ? wish
    : {
        ...wish,
        values: { ...wish.values, ...savedBy(rules, { ...saved, next: valuesAfter(state, wish) }) },
      };

/** What a rule says of fields is no help to who undoes: they are in no body. */
const ruled = (action: RecordAction, refused: Refusal | undefined): Refusal | undefined =>
  action === 'revert' && refused !== undefined
    ? refuse('not_revertible', `That cannot be undone: ${refused.detail}`)
    : refused;

/** Who brings one back, or ends it, by undoing needs the right to that. */
const endingRefused = (
  { rules }: RecordKind,
  { principal }: CommandContext,
  values: Values,
  { status }: Wish,
  deleting: Refusal | undefined,
): Refusal | undefined =>
  status === undefined ? undefined : (rules.may(principal, 'delete', values) ?? deleting);

/** The fields of a record that is live after a wish; `undefined` when it is not, or the wish is refused. */
const liveAfter = (state: RecordState, wish: Wish | Refusal): Values | undefined => {
  if (isRefusal(wish) || state.status === 'none') return undefined;
  return (wish.status ?? state.status) === 'live' ? valuesAfter(state, wish) : undefined;
};

const isAt = (values: Values, place: Values): boolean =>
  Object.entries(place).every(([field, parent]) => values[field] === parent);

const valuesNow = (state: RecordState): Values | undefined =>
  state.status === 'live' ? state.values : undefined;

const heldNow = ({ heldBy }: UniqueValues, state: RecordState): readonly WantedValue[] =>
  state.status === 'live' ? heldBy(state.values) : [];

/** What it has now and will not have after a wish. */
const leftBy = (unique: UniqueValues, state: RecordState, wish: Wish | Refusal): readonly string[] => {
  if (isRefusal(wish)) return [];
  const next = liveAfter(state, wish);
  const will = next === undefined ? [] : unique.heldBy(next);
  return heldNow(unique, state)
    .map(({ reservationId }) => reservationId)
    .filter((held) => !holds(will, held));
};

/** It was changed between the claim and the decision, so that it would have what was not claimed. */
const unclaimedRefused = (
  unique: UniqueValues,
  state: RecordState,
  next: Values | undefined,
  claimed: readonly WantedValue[],
): Refusal | undefined => {
  if (next === undefined) return undefined;
  const has = [...heldNow(unique, state), ...claimed];
  return unique.heldBy(next).every(({ reservationId }) => holds(has, reservationId))
    ? undefined
    : refuse('conflict', 'It is being changed by others; try again.');
};

/** Undoes the event of a revision. */
const reverted = async (kind: RecordKind, asked: Asked, context: CommandContext): Promise<Executed> => {
  const { aggregate } = kind;
  const id = idOf(asked);
  const revision = asked.body?.revision ?? 0;
  const sides = await readBeforeAndAfter(context, aggregate, id, revision)();
  const own = Object.keys(kind.rules.own);
  const wish = wishToRevert(sides, await kind.inverseOf(context, id, revision), own);
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
