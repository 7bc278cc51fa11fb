import type { Vault } from '../vault/port.js';
import { macOfServer, madeByServer } from '../vault/server-mac.js';

const PURPOSE = 'share';

/** Which share of which asset a mailed token is of; `resource` is the first half of its permissions, `datasets`. */
export interface ShareToken {
  readonly resource: string;
  readonly assetId: string;
  readonly shareId: string;
}

/** What a mailed link carries for a share. Nothing is stored of it. */
export const shareTokenOf = async (
  vault: Vault,
  { resource, assetId, shareId }: ShareToken,
): Promise<string> => {
  const proof = await macOfServer(vault, PURPOSE, resource, assetId, shareId);
  return [resource, assetId, shareId, proof.toString('base64url')].join('.');
};

/** What a token is of, by its own words: nothing is proved. */
export const readShareToken = (token: string): ShareToken | undefined => {
  const [resource, assetId, shareId, proof, ...others] = token.split('.');
  return resource === undefined ||
    assetId === undefined ||
    shareId === undefined ||
    !proof ||
    others.length > 0
    ? undefined
    : { resource, assetId, shareId };
};

/** Whether this server made the token, character for character. */
export const isShareToken = async (vault: Vault, token: string): Promise<boolean> => {
  const said = readShareToken(token);
  const text = token.slice(token.lastIndexOf('.') + 1);
  const proof = Buffer.from(text, 'base64url');
  return (
    said !== undefined &&
    proof.toString('base64url') === text &&
    madeByServer(vault, PURPOSE, proof, said.resource, said.assetId, said.shareId)
  );
};
