import { type HeldName, identityCommands, type UserChanges, UserProfileChanged } from '@cairn/contracts';
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
import { addressErrors, usernameErrors } from '../../../accounts/names.js';
import { releaseNames, reserveNames, type WantedName } from '../../../accounts/reserving.js';
import { reservation } from '../../reservation/state.js';
import { sessionRequired } from '../session-required.js';
import { user, type UserState } from '../state.js';

/** The names that were reserved for the change, by what they are. */
export interface NewNames {
  readonly username?: HeldName;
  readonly email?: HeldName;
}

export const decideChangeProfile = (state: UserState, changes: UserChanges, names: NewNames): Decision => {
  if (state.kind !== 'account') return refuse('not_found', 'There is no such account.');
  const claims = [names.username, names.email].map((held) => held?.claim_id);
  if (claims.some((claim) => claim !== undefined && state.abandonedClaims.includes(claim)))
    return refuse('conflict', 'The change took too long and a name went to someone else; try again.');
  if (Object.keys(changes).length === 0) return [];
  return [
    UserProfileChanged.of({
      id: state.id,
      ...changes,
      ...(names.username === undefined ? {} : { held_username: names.username }),
      ...(names.email === undefined ? {} : { held_email: names.email }),
    }),
  ];
};

/** Reserves the new names first, sets them last, and gives back what is not needed any more (law 5). */
const change = async (id: string, changes: UserChanges, context: CommandContext): Promise<CommandOutcome> => {
  const before = await context.load(user, id);
  const wanted = wantedNames(changes);
  const held = await reserveNames(context, id, wanted);
  if (isRefusal(held)) return held;
  const names = Object.fromEntries(wanted.map(({ kind }, index) => [kind, held[index]])) as NewNames;
  const done = await context.executeAddressed(user, id, {
    given: async () => (await stillHeld(context, id, held)) ?? (await wrongNames(context, id, changes)),
    decide: (state) => decideChangeProfile(state, changes, names),
  });
  await releaseNames(context, isRefusal(done) ? held : namesOf(before));
  return done;
};

const wantedNames = ({ username, email }: UserChanges): readonly WantedName[] => [
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
    if (holder?.userId !== userId || holder.claimId !== name.claim_id)
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
  { username, email }: UserChanges,
): Promise<Refusal | undefined> => {
  const account = await load(user, id);
  if (account.kind !== 'account') return refuse('not_found', 'There is no such account.');
  if (username === undefined && email === undefined) return undefined;
  const key = await vault.findKey(id);
  const now = (field: 'username' | 'email'): string =>
    openText(account[field], key, { person: id, stream: streamOf(user, id), field });
  const own = email ?? now('email');
  if (username !== undefined) return invalid('The user name is not valid.', usernameErrors(username, own));
  const errors = addressErrors(now('username'), own);
  return invalid('The address cannot be changed without the user name.', errors);
};

const invalid = (detail: string, errors: readonly FieldError[]): Refusal | undefined =>
  errors.length === 0 ? undefined : refuse('invalid_body', detail, errors);

export const changeProfile = serviceCommand(identityCommands.changeProfile, async ({ body }, context) => {
  if (context.principal.kind !== 'user') return sessionRequired();
  const id = context.principal.userId;
  return (await wrongNames(context, id, body)) ?? change(id, body, context);
});
