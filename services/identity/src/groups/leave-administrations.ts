import { type CommandContext, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { decideRemoveAdministrator } from '../domain/organization/decisions.js';
import { organization } from '../domain/organization/state.js';
import { administeredBy, administratorsBeside } from './administrators.js';

/**
 * Takes a person who goes for good out of the administrators of every organization (SPEC-22). All are asked before one
 * is changed, so that who may not go stays what it is; of two who go at the same moment the streams refuse one.
 */
export const leaveAdministrations = async (
  context: CommandContext,
  userId: string,
): Promise<Refusal | undefined> => {
  const { execute } = context;
  const administered = (await administeredBy(context, userId)).map(({ id }) => id);
  for (const id of administered)
    if ((await administratorsBeside(context, id, userId)).length === 0)
      return refuse('last_administrator', 'You are the last administrator of an organization.');
  for (const id of administered) {
    const done = await execute(organization, id, {
      given: () => administratorsBeside(context, id, userId),
      decide: (state, others) => decideRemoveAdministrator(state, userId, others),
    });
    if (isRefusal(done)) return done;
  }
  return undefined;
};
