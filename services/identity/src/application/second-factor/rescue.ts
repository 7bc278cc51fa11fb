import { identityCommands } from '@cairn/contracts';
import {
  administratorRefused,
  type CommandContext,
  type CommandOutcome,
  type Executed,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideLift, decideRemove } from '../../domain/second-factor/decisions.js';
import { secondFactor } from '../../domain/second-factor/state.js';
import { user } from '../../domain/user/state.js';
import { liftLocks } from '../../sign-in/lifting.js';

/** Why an administrator may not let the person of an account in again. */
const rescueRefusal = async (
  { principal, load }: CommandContext,
  userId: string,
): Promise<Refusal | undefined> =>
  administratorRefused(principal, 'admin:write') ??
  ((await load(user, userId)).kind === 'account' ? undefined : notFound());

/** For who has lost it. The own one needs a code or the password, as everybody's does (`removeOtp`). */
export const removeUserOtp = serviceCommand(
  identityCommands.removeUserOtp,
  async ({ user_id: userId }, context) =>
    ofAccount(
      context,
      userId,
      await context.execute(secondFactor, userId, {
        given: async () => (await rescueRefusal(context, userId)) ?? ownRefusal(context, userId),
        decide: (state) => decideRemove(state, userId, { reason: 'turned_off', by: 'administrator' }),
      }),
    ),
);

const ownRefusal = ({ principal }: CommandContext, userId: string): Refusal | undefined =>
  userId === principal.userId
    ? refuse('own_account', 'Your own second factor is turned off at `/api/v1/me/otp`.')
    : undefined;

/** What is counted is forgotten first: an event that tells of it is never there while a lock still holds. */
export const liftUserLockout = serviceCommand(
  identityCommands.liftUserLockout,
  async ({ user_id: userId }, context) =>
    ofAccount(
      context,
      userId,
      await context.execute(secondFactor, userId, {
        given: async ({ lastLift }) =>
          (await rescueRefusal(context, userId)) ??
          liftLocks(context.tools, userId, { own: context.id('lift'), recorded: lastLift }),
        decide: (state, liftId) => decideLift(state, userId, liftId),
      }),
    ),
);

/** What is addressed is the account: its revision is answered, whether or not anything was ever said of a second factor. */
const ofAccount = async (
  { tools }: CommandContext,
  userId: string,
  done: Executed,
): Promise<CommandOutcome> => {
  if (isRefusal(done)) return done;
  const { tip, position } = await tools.streams.current(user, userId);
  return {
    ...done,
    stream: streamOf(user, userId),
    revision: tip?.revision,
    position: done.position > position ? done.position : position,
  };
};
