import { macOfServer, madeByServer, type Vault } from '@cairn/kernel';

/** What a mailed link to an account can be for. */
export type MailedPurpose = 'reset' | 'verification';

/** A mailed link that can still be used. */
export interface OpenLink {
  readonly id: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** What a mailed link carries for an account. Nothing is stored of it. */
export const mailedTokenOf = async (
  vault: Vault,
  purpose: MailedPurpose,
  userId: string,
  linkId: string,
): Promise<string> => (await macOfServer(vault, purpose, userId, linkId)).toString('base64url');

/** Whether the token is that of the link, character for character. */
const isTokenOf = async (
  vault: Vault,
  purpose: MailedPurpose,
  { userId, linkId, token }: { readonly userId: string; readonly linkId: string; readonly token: string },
): Promise<boolean> => {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token && madeByServer(vault, purpose, bytes, userId, linkId);
};

/** The one of an account's links that a token belongs to, while it can be used. `at` is now, RFC 3339. */
export const openLinkOf = async (
  vault: Vault,
  purpose: MailedPurpose,
  links: readonly OpenLink[],
  { userId, token, at }: { readonly userId: string; readonly token: string; readonly at: string },
): Promise<OpenLink | undefined> => {
  for (const link of links)
    if (link.expiresAt > at && (await isTokenOf(vault, purpose, { userId, linkId: link.id, token })))
      return link;
  return undefined;
};
