import {
  type CommandContext,
  type Executed,
  isRefusal,
  type Prepared,
  type Refusal,
  type Step,
  step,
} from '@cairn/kernel';
import {
  type Agreement,
  decideLetGo,
  decideReturn,
  type Standing,
} from '../../domain/administrators/decisions.js';
import { ADMINISTRATORS, administrators, hasGone, timesLetGo } from '../../domain/administrators/state.js';
import { isAdministrator, user } from '../../domain/user/state.js';
import { USERS } from '../../read-models/users/project.js';

/** With fewer, all are looked at. */
const ENOUGH = 100;

/** Administrators beside this one, as their streams tell it now: the documents may show one who has gone. */
const administratorsBeside = async (
  { load, tools }: CommandContext,
  userId: string,
): Promise<readonly string[]> => {
  const found = await tools.documents.find(USERS, {
    filter: { fields: { erased: false, is_system_admin: true, disabled: false } },
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

/** A step before what makes an account administrator no longer, and what it comes to in the attempt under way. */
export interface LettingGo {
  readonly step: Step;
  readonly agreement: () => Promise<Agreement>;
}

/** The same as a step of several; nothing is done where the account is no administrator, or when `ask` refuses. */
export const lettingGo = (
  context: CommandContext,
  userId: string,
  ask: () => Promise<Refusal | undefined>,
): LettingGo => {
  const { stream, prepare } = step(administrators, ADMINISTRATORS, {
    given: async () =>
      isAdministrator(await context.load(user, userId)) ? administratorsBeside(context, userId) : undefined,
    decide: (state, others: readonly string[] | undefined) =>
      others === undefined ? [] : decideLetGo(state, userId, others),
  });
  let prepared: Promise<Prepared> | undefined;
  return {
    step: {
      stream,
      prepare: (by) => (prepared = ask().then((refusal) => refusal ?? prepare(by))),
    },
    agreement: async () => {
      const found = await prepared;
      if (found === undefined || isRefusal(found)) return 'not';
      if (found.status === 'pending') return 'now';
      return found.replayed ? 'before' : 'not';
    },
  };
};

/** To be done after somebody has become an administrator, or one whose account is open again. */
export const comeBack = (context: CommandContext, userId: string): Promise<Executed> =>
  context.execute(administrators, ADMINISTRATORS, {
    given: () => context.load(user, userId),
    decide: decideReturn,
  });

export const standingOf = async (
  { load }: Pick<CommandContext, 'load'>,
  userId: string,
): Promise<Standing> => {
  const state = await load(administrators, ADMINISTRATORS);
  return { hasGone: hasGone(state, userId), timesLetGo: timesLetGo(state, userId) };
};
