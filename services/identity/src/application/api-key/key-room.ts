import { type CommandContext, type Json, macOfServer, type Refusal, refuse, takeTurns } from '@cairn/kernel';
import { accountOfKey } from '../../domain/api-key/account.js';
import { apiKey } from '../../domain/api-key/state.js';
import { API_KEYS } from '../../read-models/api-keys/project.js';

const MOST_OF_PERSON = 100;
const MOST_OF_ORGANIZATION = 1_000;

/** A key that is to be made. */
export interface WantedKey {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  /** Another is over as soon as this one is made. */
  readonly replaces?: boolean;
}

/** Keys that are being made, by id, with the time until which their commands may append, milliseconds since 1970. */
type Begun = Readonly<Record<string, number>>;

/** A register is kept for longer than read models lag. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** How much later than its deadline an append may land. */
const LATE_MS = 60_000;
/** Of this process, those of an account one after the other. */
const inTurn = takeTurns();

/**
 * Takes room for one more key of its account, again for the same key. Keys that are over or deleted take none. Answers
 * `too_many_keys`; a key that replaces another has room whatever there is. Read models lag, so that what is being made
 * is held in a register until they have it.
 */
export const keyRoomRefusal = async (
  context: CommandContext,
  wanted: WantedKey,
): Promise<Refusal | undefined> => {
  const { registers, vault } = context.tools;
  const account = accountOfKey(wanted.userId, wanted.organizationId);
  const most = wanted.organizationId === null ? MOST_OF_PERSON : MOST_OF_ORGANIZATION;
  const register = `keys:${(await macOfServer(vault, 'login', 'keys', account)).toString('base64url')}`;
  return inTurn(register, async () => {
    for (;;) {
      const standing = await registers.get(register);
      const { begun, count } = await keysOf(context, account, begunIn(standing?.value), most);
      if (begun[wanted.id] !== undefined) return undefined;
      if (wanted.replaces !== true && count >= most) return tooMany(wanted, most);
      const next = { ...begun, [wanted.id]: context.facts.deadline };
      if ((await registers.compareAndSet(register, standing?.revision, next, KEPT_MS)) !== undefined)
        return undefined;
    }
  });
};

const begunIn = (value: Json | undefined): Begun => (value ?? {}) as Begun;

const tooMany = ({ organizationId }: WantedKey, most: number): Refusal =>
  refuse(
    'too_many_keys',
    `${organizationId === null ? 'An account' : 'An organization'} has at most ${most} API keys.`,
  );

/** Those that are still being made, and how many keys there are with them. */
const keysOf = async (
  context: CommandContext,
  account: string,
  known: Begun,
  most: number,
): Promise<{ readonly begun: Begun; readonly count: number }> => {
  const filter = { fields: { account, deleted: false, ends_at: { from: context.at } } };
  for (;;) {
    const before = await context.tools.documents.count(API_KEYS, filter, most);
    const begun = await stillBegun(context, known);
    // What the read models came to between the two would be counted twice, or not at all.
    if ((await context.tools.documents.count(API_KEYS, filter, most)) === before)
      return { begun, count: before + Object.keys(begun).length };
  }
};

/** Without those that the read models have, and those that never came. */
const stillBegun = async ({ tools, load }: CommandContext, known: Begun): Promise<Begun> => {
  const there = new Set((await tools.documents.getMany(API_KEYS, Object.keys(known))).map(({ id }) => id));
  const still: Record<string, number> = {};
  for (const [id, deadline] of Object.entries(known)) {
    if (there.has(id)) continue;
    const isLate = tools.clock.now() > deadline + LATE_MS;
    if (!isLate || (await load(apiKey, id)).kind === 'key') still[id] = deadline;
  }
  return still;
};
