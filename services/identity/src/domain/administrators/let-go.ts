import { AdministratorLetGo, type SettingsEvent } from '@cairn/contracts';
import { type CommandContext, type Decision, type Executed, refuse } from '@cairn/kernel';
import { USERS } from '../../read-models/users/project.js';
import { isAdministrator, user } from '../user/state.js';
import { ADMINISTRATORS, administrators, type AdministratorsState } from './state.js';

/** Lets an administrator go when one of the others stays. */
export const decideLetGo = (
  { letGo }: AdministratorsState,
  userId: string,
  others: readonly string[],
): Decision<SettingsEvent> => {
  if (letGo.includes(userId)) return [];
  return others.some((id) => !letGo.includes(id))
    ? [AdministratorLetGo.of({ user_id: userId })]
    : refuse('last_administrator', 'The last administrator must stay one.');
};

/** With fewer, all are looked at. */
const ENOUGH = 100;

/** Administrators beside this one, as their streams tell it now: the documents may show one who has gone. */
const administratorsBeside = async (
  { load, tools }: CommandContext,
  userId: string,
): Promise<readonly string[]> => {
  const found = await tools.documents.find(USERS, {
    filter: { fields: { is_system_admin: true, disabled: false } },
    sort: 'created_at',
    limit: ENOUGH,
  });
  const others = found.map(({ id }) => id).filter((id) => id !== userId);
  const states = await Promise.all(others.map((id) => load(user, id)));
  return others.filter((_, index) => isAdministrator(states[index]!));
};

/** To be done before an administrator goes. Whoever is let go and then stays is not counted for others any more. */
export const letGo = (context: CommandContext, userId: string): Promise<Executed> =>
  context.execute(administrators, ADMINISTRATORS, {
    given: () => administratorsBeside(context, userId),
    decide: (state, others) => decideLetGo(state, userId, others),
  });

export const isLetGo = async ({ load }: CommandContext, userId: string): Promise<boolean> =>
  (await load(administrators, ADMINISTRATORS)).letGo.includes(userId);
