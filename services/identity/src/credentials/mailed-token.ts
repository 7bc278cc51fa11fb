import { macOfServer, madeByServer, type Vault } from '@cairn/kernel';
import type { OpenLink } from '../domain/user/state.js';
import { bytesIn, idToken, readIdToken } from './id-token.js';

/** What a mailed link to an account can be for. */
export type MailedPurpose = 'reset' | 'verification';

/** Of whose account a link says that it is, and its proof: nothing is proved yet. */
export interface SaidLink {
  readonly userId: string;
  readonly proof: Buffer;
}

/** What the link that resets a password carries beside the account's id. Nothing is stored of it. */
export const resetTokenOf = async (vault: Vault, userId: string, linkId: string): Promise<string> =>
  (await macOfServer(vault, 'reset', userId, linkId)).toString('base64url');

export const readResetLink = (userId: string, token: string): SaidLink | undefined => {
  const proof = bytesIn(token);
  return proof && { userId, proof };
};

/** What the link that verifies an address carries: the account is in it. Nothing is stored of it. */
export const verificationTokenOf = async (vault: Vault, userId: string, linkId: string): Promise<string> =>
  idToken(userId, await macOfServer(vault, 'verification', userId, linkId));

export const readVerificationLink = (token: string): SaidLink | undefined => {
  const said = readIdToken(token);
  return said && { userId: said.id, proof: said.proof };
};

/** The one of an account's links that a proof belongs to, while it can be used. `at` is now, RFC 3339. */
export const openLinkOf = async (
  vault: Vault,
  purpose: MailedPurpose,
  links: readonly OpenLink[],
  { userId, proof, at }: SaidLink & { readonly at: string },
): Promise<OpenLink | undefined> => {
  for (const link of links)
    if (link.expiresAt > at && (await madeByServer(vault, purpose, proof, userId, link.id))) return link;
  return undefined;
};
