import type { GivenProof } from '@cairn/contracts';
import type { Call } from '../handler.js';

/** The current password that came in a body, and where from: what a command compares, apart from what it keeps. */
export const proofOf = (
  { ip }: Pick<Call, 'ip'>,
  body: { readonly password?: string | undefined } | undefined,
): GivenProof => (body?.password === undefined ? { ip } : { ip, password: body.password });

/** A body without the password in it. */
export const withoutPassword = <Body extends { password?: string }>(body: Body): Omit<Body, 'password'> => {
  const rest = { ...body };
  delete rest.password;
  return rest;
};
