import type { GivenProof } from '@cairn/contracts';

/** A body that may bring the current password; none where it is optional. */
interface Sent<Body> {
  readonly body: Body;
  readonly ip: string;
}

/** The current password that came in a body, and where from: what a command compares, apart from what it keeps. */
export const proofOf = ({ ip, body }: Sent<{ readonly password?: string } | undefined>): GivenProof =>
  body?.password === undefined ? { ip } : { ip, password: body.password };

/** What a command gets of such a request: the path, the body without the password, and the proof beside them. */
export const proven = <Params extends object, Body extends { readonly password?: string }>(
  call: Sent<Body> & { readonly params: Params },
): Params & GivenProof & { readonly body: Omit<Body, 'password'> } => {
  const { password: _, ...body } = { ...call.body };
  return { ...call.params, body, ...proofOf(call) };
};
