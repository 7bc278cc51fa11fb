import { type AdminUserChanges, identityCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Executed,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideAdminister } from '../../domain/administrators/administering.js';
import { isAdministrator, user } from '../../domain/user/state.js';
import { administeringAgain } from '../../groups/administrators.js';
import { guarded } from '../../groups/guarded.js';
import { handingOver, handOverRefusal } from '../../groups/handing-over.js';
import { comeBack, lettingGo, standingOf } from './let-go.js';

interface Change {
  readonly id: string;
  readonly wanted: AdminUserChanges;
}

/**
 * Disables and enables accounts, makes administrators and takes that back. Whoever goes is let go as an administrator, and
 * followed in organizations, before the account says so (law 5); whoever comes back counts for others after it does.
 */
export const updateUser = serviceCommand(
  identityCommands.updateUser,
  async ({ user_id: id, body: wanted }, context) => {
    if (!context.principal.administrator)
      return refuse('administrator_required', 'Only an administrator may do this.');
    const change: Change = { id, wanted };
    const ask = () => changeRefusal(context, change);
    const leaving = lettingGo(context, id, ask);
    const isLeaving = wanted.disabled === true || wanted.is_system_admin === false;
    const steps = [...(await handOverSteps(context, change, ask)), ...(isLeaving ? [leaving.step] : [])];
    const done = await context.executeInOrder(steps, user, id, {
      given: async () =>
        (await ask()) ?? {
          ...(await standingOf(context, id)),
          agreement: isLeaving ? await leaving.agreement() : 'not',
        },
      decide: (state, known) => decideAdminister(state, wanted, known),
    });
    return isRefusal(done) ? done : settled(context, change, done);
  },
);

/** What is wrong with the change as everything stands now. */
const changeRefusal = async (
  context: CommandContext,
  { id, wanted: { disabled, successors = [] } }: Change,
): Promise<Refusal | undefined> => {
  if ((await context.load(user, id)).kind !== 'account') return notFound();
  if (disabled === true && id === context.principal.userId)
    return refuse('own_account', 'Nobody disables their own account.');
  if (disabled === true) return handOverRefusal(context, { userId: id, successors });
  return successors.length === 0
    ? undefined
    : refuse('invalid_body', 'Successors are of who is disabled.', [
        { pointer: '/successors', code: 'unexpected', message: 'stands beside `disabled: true` alone' },
      ]);
};

const handOverSteps = async (
  context: CommandContext,
  { id, wanted: { disabled, successors = [] } }: Change,
  ask: () => Promise<Refusal | undefined>,
) => (disabled === true ? guarded(await handingOver(context, { userId: id, successors }), ask) : []);

type Done = Exclude<Executed, Refusal>;

/** What follows once the account says so; done again by whoever repeats the change. */
const settled = async (
  context: CommandContext,
  { id, wanted }: Change,
  done: Done,
): Promise<CommandOutcome> => {
  const again = wanted.disabled === false ? await administeringAgain(context, id) : [];
  if (isAdministrator(await context.load(user, id))) await comeBack(context, id);
  const positions = [done, ...again].map(({ position }) => position).sort();
  return { ...done, position: positions.at(-1) ?? done.position };
};
