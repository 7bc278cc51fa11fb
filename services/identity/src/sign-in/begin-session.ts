import { SessionStarted, type SignedIn } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  isRefusal,
  refuse,
  type Step,
} from '@cairn/kernel';
import { lifetimeFrom } from '../domain/session/lifetime.js';
import { session, type SessionState } from '../domain/session/state.js';
import type { Account } from '../domain/user/state.js';
import { stampUse } from './last-used.js';
import { signedIn } from './signed-in.js';

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

/** Where a session begins. */
export interface Client {
  readonly ip: string;
  readonly user_agent: string;
}

/** Begins the session of this command for an account that has proven itself, after the steps before it; answers its tokens. */
export const beginSession = async (
  context: CommandContext,
  account: Account,
  { ip, user_agent: userAgent }: Client,
  before: readonly Step[] = [],
): Promise<CommandOutcome> => {
  const id = context.id('session');
  const done = await context.executeInOrder(before, session, id, {
    decide: (state) => decideStart(state, { id, account, ip, userAgent, at: context.at }),
  });
  if (isRefusal(done)) return done;
  const state = await context.load(session, id);
  if (state.kind !== 'open') return refuse('conflict', 'The session is over already.');
  const { registers, clock, vault } = context.tools;
  await stampUse(registers, 'login', account.id, clock.now(), undefined);
  const result: SignedIn = await signedIn(vault, state);
  return { ...done, result };
};
