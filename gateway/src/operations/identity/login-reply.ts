import type { LoginReply, SignedIn } from '@cairn/contracts';
import { userById } from '@cairn/identity';
import { type Answer, answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { Problem } from '../../problems/problem.js';

const LONGEST_USER_AGENT = 500;

/** Where a session begins, as its person sees it in the list of sessions. */
export const clientOf = ({ ip, userAgent }: Pick<Call, 'ip' | 'userAgent'>) => ({
  ip,
  user_agent: userAgent.slice(0, LONGEST_USER_AGENT),
});

/** Who signed in, and the tokens that the command answered. */
export const loginReply = async (
  { edge }: Pick<Call, 'edge'>,
  { reply, context }: Awaited<ReturnType<Call['write']>>,
): Promise<Answer> => {
  const signedIn = reply.result as SignedIn;
  const known = await userById({ documents: context.today }, edge.registers, signedIn.user_id);
  if (known === undefined) throw new Problem('projection_lag');
  const user = known.resource;
  const told: LoginReply = {
    id: user.id,
    username: user.username,
    name: user.name,
    email: user.email,
    firstname: user.firstname,
    apikey: signedIn.bearer,
    expires_at: signedIn.expires_at,
    refresh_token: signedIn.refresh_token,
    ...(signedIn.device_token === undefined ? {} : { device_token: signedIn.device_token }),
  };
  return answer(told);
};
