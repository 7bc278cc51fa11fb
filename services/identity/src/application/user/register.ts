import {
  type HeldName,
  identityCommands,
  type Registration,
  type UserEvent,
  UserRegistered,
} from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  derivedId,
  type FieldError,
  foldName,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
  macOfServer,
} from '@cairn/kernel';
import { usernameErrors } from '../../accounts/names.js';
import { reserveNames } from '../../accounts/reserving.js';
import { hashingWithin } from '../../credentials/hashing.js';
import { isLongEnough, keepPassword, weakPassword } from '../../credentials/passwords.js';
import { withinRegistrations } from '../../sign-in/registrations.js';
import { user, type UserState } from '../../domain/user/state.js';
import { verificationOwed, verifiedBy } from '../../domain/user/verifying.js';

type Registered = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];

/** Who comes from the configuration has an address that is known; everybody else is mailed a link. */
export const decideRegister = (
  state: UserState,
  data: Registered,
  link: { readonly verificationId: string; readonly at: string },
): Decision =>
  state.kind === 'none'
    ? [
        UserRegistered.of(data),
        ...(data.is_system_admin
          ? verifiedBy({ id: data.id, emailVerified: false }, 'configuration')
          : [verificationOwed(data, link)]),
      ]
    : refuse('conflict', 'The registration took too long and its names went to someone else; try again.');

/** What is wrong with a registration that has the right shape. */
const registrationRefusal = (body: Registration): Refusal | undefined => {
  const errors: readonly FieldError[] = usernameErrors(body.username, body.email);
  if (errors.length > 0) return refuse('invalid_body', 'The registration is not valid.', errors);
  const password = foldName(body.password);
  const isName = password === foldName(body.username) || password === foldName(body.email);
  return isName || !isLongEnough(body.password) ? weakPassword('/password') : undefined;
};

/**
 * Makes an account: names first, then the password, last the stream that makes both count (law 5). A retry finds what
 * it did and goes on from there (law 3).
 */
const makeAccount = async (
  body: Registration,
  context: CommandContext,
  isAdministrator: boolean,
  credentialOf = context.facts.request,
): Promise<CommandOutcome> => {
  const id = context.id('user');
  const isNew = (await context.load(user, id)).kind === 'none';
  const wrong = isNew ? registrationRefusal(body) : undefined;
  if (wrong !== undefined) return wrong;
  const wanted = [
    { kind: 'username', name: body.username },
    { kind: 'email', name: body.email },
  ] as const;
  const held = isNew ? await reserveNames(context, id, wanted) : [];
  if (isRefusal(held)) return held;
  const credentialId = derivedId(context.facts.id, credentialOf, 'password');
  if (isNew) await keepPassword(context.tools.vault, credentialId, streamOf(user, id), body.password);
  const link = { verificationId: context.id('verification'), at: context.at };
  return context.execute(user, id, {
    decide: (state) => decideRegister(state, accountOf(id, body, isAdministrator, credentialId, held), link),
  });
};

const accountOf = (
  id: string,
  body: Registration,
  isAdministrator: boolean,
  credentialId: string,
  held: readonly HeldName[],
): Registered => ({
  id,
  username: body.username,
  email: body.email,
  name: body.name ?? '',
  firstname: body.firstname ?? '',
  is_system_admin: isAdministrator,
  credential_id: credentialId,
  held_username: held[0] ?? NO_NAME,
  held_email: held[1] ?? NO_NAME,
});
/** Never written: an account that is there already is refused by `decideRegister` or found by its command. */
const NO_NAME: HeldName = { reservation_id: '', claim_id: '' };

/** One that is there already is a retry, and takes nothing from its networks again. */
export const register = serviceCommand(identityCommands.register, async ({ body, ip }, context) => {
  const { tools } = context;
  const make = (): Promise<CommandOutcome> => makeAccount(body, context, false);
  const isNew = (await context.load(user, context.id('user'))).kind === 'none';
  if (!isNew) return make();
  return withinRegistrations(tools, ip, () => hashingWithin(tools.accountLimits.hashing, make));
});

/** Only Cairn itself sends it; a caller would get an administrator's account. */
export const registerFirstAdministrator = serviceCommand(
  identityCommands.registerFirstAdministrator,
  async ({ body }, context) => {
    if (context.principal.kind !== 'system')
      return refuse('forbidden', 'The first administrator is made by the configuration.');
    // The command is the same at every start, the password may not be: a start that was killed leaves a credential of its own.
    const password = await macOfServer(context.tools.vault, 'first-administrator', body.password);
    return makeAccount(body, context, true, password.toString('base64url'));
  },
);
