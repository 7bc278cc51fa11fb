import type { AnyRecord } from '@cairn/contracts';
import type { Aggregate, Decision } from '../domain/aggregate.js';
import type { Executed } from '../domain/executed.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { claimOf, clearOwnerless, reservingSteps, type WantedValue } from '../reservations/index.js';
import type { CommandContext } from '../context/command.js';
import type { PlainRules, RecordAction, RecordPermission } from './rules.js';
import type { RecordState, Values } from './state.js';
import type { UniqueValues } from './unique.js';
import type { InverseOf } from './wishes.js';

/** What the commands of a record are made of. */
export interface RecordKind {
  readonly record: AnyRecord;
  readonly aggregate: Aggregate<RecordState>;
  readonly unique: UniqueValues;
  readonly rules: PlainRules;
  /** What undoes the event of a revision, where that is a transition. */
  inverseOf(
    this: void,
    context: CommandContext,
    id: string,
    revision: number,
  ): Promise<InverseOf | undefined>;
}

/** What a caller asks: the ids of the path, and the body beside them. */
export interface Asked {
  readonly id?: string;
  readonly [parameter: string]: unknown;
  readonly body?: Readonly<Record<string, unknown>> & { readonly id?: string; readonly revision?: number };
}

/** Where the path has no id the body has it. */
export const idOf = ({ id, body }: Asked): string => id ?? body?.id ?? '';

/** The field that names what it is in, as the path says it. */
export const placeOf = ({ description: { inside } }: AnyRecord, asked: Asked): Values =>
  inside === undefined ? {} : { [inside]: String(asked[inside]) };

/** What is to be decided about one, and what it may want to hold when it is live. */
export interface Deciding {
  readonly action: RecordAction;
  readonly id: string;
  readonly asked: Asked;
  /** What it wants that it has not got. */
  readonly wanted: readonly WantedValue[];
  /** What other streams are asked about: the fields that it will have. */
  readonly next: Values | undefined;
  /** Is told what is decided on, before it is. */
  readonly look?: (state: RecordState) => Promise<void>;
  decide(this: void, state: RecordState, around: Around, tip: bigint | undefined): Decision;
}

/** What stands around one that is decided on. */
interface Around {
  readonly given: unknown;
  /** Why nobody who asks may delete what is in there, or bring it back; asked where a revert may do that. */
  readonly deleting: Refusal | undefined;
}

/** Reserves what it wants and decides, in one turn: a refusal, or a wrong `If-Match`, reserves nothing (law 5). */
export const decided = async (
  kind: RecordKind,
  context: CommandContext,
  deciding: Deciding,
): Promise<Executed> => {
  const { record, aggregate, unique } = kind;
  const { id, wanted, decide } = deciding;
  const ask = (): Promise<Refusal | undefined> => refusedBefore(kind, context, deciding);
  const cleared = await clearOwnerless(unique.holding, context, id, wanted, ask);
  if (isRefusal(cleared)) return (await ask()) ?? cleared;
  const holder = { category: record.category, id };
  const steps = reservingSteps(unique.holding, context, holder, wanted, cleared);
  const claims = new Set(wanted.map((each) => claimOf(context, each)));
  const executed = await context.executeInOrder<RecordState, Around>(steps, aggregate, id, {
    given: async (state) => {
      await deciding.look?.(state);
      return aroundOf(kind, context, deciding);
    },
    decide: (state, around, tip) => {
      if (state.abandoned.some((claim) => claims.has(claim)))
        return refuse('conflict', 'It took too long and the value went to another; try again.');
      return decide(state, around, tip);
    },
  });
  if (!isRefusal(executed) || executed.refused !== 'value_taken') return executed;
  return (await ask()) ?? executed;
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

export const permissionOf = (action: RecordAction): RecordPermission =>
  action === 'delete' || action === 'restore' ? 'delete' : 'write';
