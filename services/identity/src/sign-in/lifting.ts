import { macOfServer } from '@cairn/kernel';
import { forgetFailures, hasFailures } from './attempts.js';
import { type ChallengeTools, forgetWrongCodes, wrongCodesToday } from './otp-challenges.js';

/** So long a lift that was begun is known, whoever ends it. */
const BEGUN_MS = 24 * 60 * 60 * 1000;

/**
 * Forgets all that is counted against an account: failed logins from every network, and the wrong codes of the day.
 * Answers the id of the lift, of which the event is owed; `undefined` when nothing was counted. A register says that it
 * was begun before anything is forgotten, so that after a crash, and of two at once, one event tells of it. `own` is
 * this command's id for it; `recorded` that of the last event.
 */
export const liftLocks = async (
  tools: ChallengeTools,
  accountId: string,
  { own, recorded }: { readonly own: string; readonly recorded: string | null },
): Promise<string | undefined> => {
  const lift = await begun(tools, accountId, { own, recorded });
  if (lift === undefined) return undefined;
  await forgetFailures(tools, accountId);
  await forgetWrongCodes(tools, accountId);
  return lift;
};

const begun = async (
  tools: ChallengeTools,
  accountId: string,
  { own, recorded }: { readonly own: string; readonly recorded: string | null },
): Promise<string | undefined> => {
  const { registers } = tools;
  const key = await beginningOf(tools, accountId);
  for (;;) {
    const standing = await registers.get(key);
    if (typeof standing?.value === 'string' && standing.value !== recorded) return standing.value;
    if (!(await isCounted(tools, accountId))) return undefined;
    if ((await registers.compareAndSet(key, standing?.revision, own, BEGUN_MS)) !== undefined) return own;
  }
};

const isCounted = async (tools: ChallengeTools, accountId: string): Promise<boolean> =>
  (await hasFailures(tools, accountId)) || (await wrongCodesToday(tools, accountId)) > 0;

/** Registers must not tell whose locks they are. */
const beginningOf = async ({ vault }: ChallengeTools, accountId: string): Promise<string> =>
  `lift:${(await macOfServer(vault, 'lift', accountId)).toString('base64url')}`;
