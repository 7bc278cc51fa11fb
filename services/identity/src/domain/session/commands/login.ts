import { identityCommands, type InputOf, SessionStarted } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  isRefusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { accountByLogin } from '../../../accounts/lookup.js';
import { isPassword } from '../../../credentials/passwords.js';
import { stampUse } from '../../../read-models/last-used.js';
import { limited } from '../../../sign-in/attempts.js';
import { signedIn } from '../../../sign-in/signed-in.js';
import type { Account } from '../../user/state.js';
import { lifetimeFrom } from '../lifetime.js';
import { session, type SessionState } from '../state.js';

interface Start {
  readonly id: string;
  /** As it was when its password was compared: should it be revoked meanwhile, the session is over from the start. */
  readonly account: Account;
  readonly ip: string;
  readonly userAgent: string;
  readonly at: string;
}

export const decideStart = (state: SessionState, start: Start): Decision => {
  if (state.kind !== 'none') return refuse('conflict', 'The session has begun already.');
  const { id, account, ip, userAgent, at } = start;
  return [
    SessionStarted.of({
      id,
      user_id: account.id,
      epoch: account.epoch,
      ip,
      user_agent: userAgent,
      ...lifetimeFrom(at),
    }),
  ];
};

type Input = InputOf<typeof identityCommands.login>;

const attempt = async (
  account: Account | undefined,
  input: Input,
  context: CommandContext,
): Promise<CommandOutcome> => {
  const isRight = await isPassword(context.tools.vault, account?.credentialId, input.password);
  if (account === undefined || !isRight)
    return refuse('invalid_credentials', 'The login or the password is wrong.');
  if (account.disabled) return refuse('account_disabled', 'The account is disabled.');
  return start(account, input, context);
};

const start = async (account: Account, input: Input, context: CommandContext): Promise<CommandOutcome> => {
  const id = context.id('session');
  const done = await context.execute(session, id, {
    decide: (state) =>
      decideStart(state, { id, account, ip: input.ip, userAgent: input.user_agent, at: context.at }),
  });
  if (isRefusal(done)) return done;
  const state = await context.load(session, id);
  if (state.kind !== 'open') return refuse('conflict', 'The session is over already.');
  const { registers, clock } = context.tools;
  await stampUse(registers, 'login', account.id, clock.now(), undefined);
  return { ...done, result: await signedIn(context.tools.vault, state) };
};

/** Compares the password under the limits of the login and begins a session. What was typed is never logged. */
export const login = serviceCommand(identityCommands.login, async (input, context) => {
  const account = await accountByLogin(context, input.username);
  const outcome = await limited(
    context.tools,
    { login: input.username, accountId: account?.id, ip: input.ip },
    () => attempt(account, input, context),
  );
  if (isRefusal(outcome))
    context.tools.logger.info(
      { code: outcome.refused, ip: input.ip, correlation: context.facts.correlation },
      'a login was refused',
    );
  return outcome;
});
