import {
  type GivenProof,
  type HeldName,
  identityCommands,
  type ProfileChanges,
  type UserEvent,
  UserProfileChanged,
} from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  type FieldError,
  isRefusal,
  openText,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { addressErrors, usernameErrors } from '../../accounts/names.js';
import { releaseNames, reserveNames, type WantedName } from '../../accounts/reserving.js';
import { proofRefusal, underProof } from '../../sign-in/person-proof.js';
import { reservation } from '../../domain/reservation/state.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { type Account, user, type UserState } from '../../domain/user/state.js';
import { verificationOwed } from '../../domain/user/verifying.js';

/** The names that were reserved for the change, by what they are. */
export interface NewNames {
  readonly username?: HeldName;
  readonly email?: HeldName;
}

/** The link that verifies another address than that of before; absent when the address stays. */
interface NewAddress {
  readonly verificationId: string;
  /** Now, RFC 3339. */
  readonly at: string;
}

/** What the event tells beside the changes. */
export interface ToldBeside {
  readonly address?: NewAddress | undefined;
  /** The names that the account has afterwards, by which it is found. */
  readonly allNames?: string;
}

export const decideChangeProfile = (
  state: UserState,
  changes: ProfileChanges,
  names: NewNames,
  { address, allNames }: ToldBeside = {},
): Decision => {
  if (state.kind !== 'account') return refuse('not_found', 'There is no such account.');
  const claims = [names.username, names.email].map((held) => held?.claim_id);
  if (claims.some((claim) => claim !== undefined && state.abandonedClaims.includes(claim)))
    return refuse('conflict', 'The change took too long and a name went to someone else; try again.');
  return Object.keys(changes).length === 0 ? [] : changed(state.id, changes, names, { address, allNames });
};

/** Of another address also that a link to it is owed. */
const changed = (
  id: string,
  changes: ProfileChanges,
  names: NewNames,
  { address, allNames }: { readonly address: NewAddress | undefined; readonly allNames: string | undefined },
): readonly UserEvent[] => {
  const beside = {
    ...(names.username === undefined ? {} : { held_username: names.username }),
    ...(names.email === undefined ? {} : { held_email: names.email }),
    ...(allNames === undefined ? {} : { all_names: allNames }),
  };
  if (address === undefined || changes.email === undefined)
    return [UserProfileChanged.of({ id, ...changes, ...beside })];
  return [
    UserProfileChanged.of({ id, ...changes, ...beside, address_changed: true }),
    verificationOwed({ id, email: changes.email }, address),
  ];
};

interface Change {
  readonly id: string;
  readonly changes: ProfileChanges;
  readonly proof: GivenProof;
}

/**
 * Reserves the new names first, sets them last, and gives back what is not needed any more (law 5). Without the proof
 * that it needs nothing is reserved; it is refused when it is decided, so that a retry of one that was done is answered.
 */
const change = async (wish: Change, context: CommandContext): Promise<CommandOutcome> => {
  const { id, changes } = wish;
  const before = await context.load(user, id);
  const prove = proving(wish, context);
  const isProven = (await prove()) === undefined;
  const wanted = isProven ? wantedNames(changes) : [];
  const held = await reserveNames(context, id, wanted);
  if (isRefusal(held)) return held;
  const names = Object.fromEntries(wanted.map(({ kind }, index) => [kind, held[index]])) as NewNames;
  const done = await context.executeAddressed(user, id, {
    given: async () =>
      (await prove()) ??
      (await stillHeld(context, id, held)) ??
      (await wrongNames(context, id, changes)) ?? {
        address: await newAddress(context, id, changes),
        allNames: await allNames(context, id, changes),
      },
    decide: (state, beside) => decideChangeProfile(state, changes, names, beside),
  });
  await releaseNames(context, isRefusal(done) ? held : namesOf(before));
  return done;
};

/** The refusal of the proof, when one is needed as the account stands now or a password came. It is compared once. */
const proving = ({ id, changes, proof }: Change, context: CommandContext) => {
  let known: Promise<Refusal | undefined> | undefined;
  return async (): Promise<Refusal | undefined> => {
    if (proof.password === undefined && !(await changesNames(context, id, changes))) return undefined;
    known ??= proofRefusal(context, proof);
    return known;
  };
};

/** Whether the account would be found by another name: who sends a whole record back changes none. */
const changesNames = async (
  { load, tools: { vault } }: CommandContext,
  id: string,
  { username, email }: ProfileChanges,
): Promise<boolean> => {
  const account = await load(user, id);
  if (account.kind !== 'account') return false;
  const now = namesNow(account, await vault.findKey(id));
  return (
    (username !== undefined && username !== now('username')) ||
    (email !== undefined && email !== now('email'))
  );
};

/** What another address than that of now is to be verified with. */
const newAddress = async (
  context: CommandContext,
  id: string,
  { email }: ProfileChanges,
): Promise<NewAddress | undefined> =>
  email !== undefined && (await changesNames(context, id, { email }))
    ? { verificationId: context.id('verification'), at: context.at }
    : undefined;

const NAMES = ['username', 'email', 'name', 'firstname'] as const;

/** All names that the account has once these are changed. */
const allNames = async (
  { load, tools: { vault } }: CommandContext,
  id: string,
  changes: ProfileChanges,
): Promise<string> => {
  const account = await load(user, id);
  if (account.kind !== 'account') return '';
  const now = namesNow(account, await vault.findKey(id));
  return NAMES.map((field) => changes[field] ?? now(field)).join(' ');
};

/** The names that an account has, opened. */
const namesNow =
  (account: Account, key: Buffer | undefined) =>
  (field: (typeof NAMES)[number]): string =>
    openText(account[field], key, { person: account.id, stream: streamOf(user, account.id), field });

const wantedNames = ({ username, email }: ProfileChanges): readonly WantedName[] => [
  ...(username === undefined ? [] : [{ kind: 'username' as const, name: username }]),
  ...(email === undefined ? [] : [{ kind: 'email' as const, name: email }]),
];

/** What the account held before; what it holds still is not released. */
const namesOf = (state: UserState): readonly HeldName[] =>
  state.kind === 'account' ? [state.heldUsername, state.heldEmail] : [];

const stillHeld = async (
  context: CommandContext,
  userId: string,
  held: readonly HeldName[],
): Promise<Refusal | undefined> => {
  for (const name of held) {
    const { holder } = await context.load(reservation, name.reservation_id);
    if (holder?.id !== userId || holder.claimId !== name.claim_id)
      return refuse('conflict', 'A name went to someone else meanwhile; try again.');
  }
  return undefined;
};

/**
 * A user name with an @ must be the account's own address, before and after: else its login would be that of whoever gets
 * the address next.
 */
const wrongNames = async (
  { load, tools: { vault } }: Pick<CommandContext, 'load' | 'tools'>,
  id: string,
  { username, email }: ProfileChanges,
): Promise<Refusal | undefined> => {
  const account = await load(user, id);
  if (account.kind !== 'account') return refuse('not_found', 'There is no such account.');
  if (username === undefined && email === undefined) return undefined;
  const now = namesNow(account, await vault.findKey(id));
  const own = email ?? now('email');
  if (username !== undefined) return invalid('The user name is not valid.', usernameErrors(username, own));
  const errors = addressErrors(now('username'), own);
  return invalid('The address cannot be changed without the user name.', errors);
};

const invalid = (detail: string, errors: readonly FieldError[]): Refusal | undefined =>
  errors.length === 0 ? undefined : refuse('invalid_body', detail, errors);

export const updateMe = serviceCommand(identityCommands.updateMe, async ({ body, ...proof }, context) => {
  if (context.principal.kind !== 'user') return sessionRequired();
  const id = context.principal.userId;
  const wrong = await wrongNames(context, id, body);
  if (wrong !== undefined) return wrong;
  return underProof(context, proof, () => change({ id, changes: body, proof }, context));
});
