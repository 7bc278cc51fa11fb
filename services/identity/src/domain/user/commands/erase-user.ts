import { identityCommands, UserErased } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  pause,
  type Refusal,
  refuse,
  serviceCommand,
  type ServiceTools,
} from '@cairn/kernel';
import { USERS } from '../../../read-models/users/project.js';
import { sessionRequired } from '../session-required.js';
import { user, type UserState } from '../state.js';

export const decideErase = (
  state: UserState,
  { otherAdministrators }: { readonly otherAdministrators: number },
): Decision => {
  if (state.kind === 'erased') return [];
  if (state.kind !== 'account') return refuse('not_found', 'There is no such account.');
  if (state.administrator && !state.disabled && otherAdministrators === 0)
    return refuse('last_administrator', 'The last administrator must stay one.');
  return [
    UserErased.of({
      id: state.id,
      credential_id: state.credentialId,
      held_username: state.heldUsername,
      held_email: state.heldEmail,
    }),
  ];
};

/** Checked, not guaranteed: two administrators that erase themselves at the same moment both may. */
const administratorsBeside = async ({ documents }: ServiceTools, userId: string): Promise<number> => {
  const found = await documents.find(USERS, {
    filter: { fields: { is_system_admin: true, disabled: false } },
    sort: 'created_at',
    limit: 2,
  });
  return found.filter(({ id }) => id !== userId).length;
};

const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** The policy destroys the key, after the mails that were owed before; this waits for it. */
const keyIsGone = async ({ tools }: CommandContext, userId: string): Promise<boolean> => {
  const end = tools.clock.now() + LONGEST_WAIT_MS;
  while ((await tools.vault.findKey(userId)) !== undefined) {
    if (tools.clock.now() > end) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
};

/** Answers `{erased}`: false when the key of the personal data could not be destroyed yet; it will be. */
export const eraseUser = serviceCommand(identityCommands.eraseUser, async (_input, context) => {
  if (context.principal.kind !== 'user') return sessionRequired();
  const id = context.principal.userId;
  const done = await context.execute(user, id, {
    given: async (): Promise<{ readonly otherAdministrators: number } | Refusal> => ({
      otherAdministrators: await administratorsBeside(context.tools, id),
    }),
    decide: decideErase,
  });
  return isRefusal(done) ? done : { ...done, result: { erased: await keyIsGone(context, id) } };
});
