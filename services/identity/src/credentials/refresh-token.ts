import { type Vault, macOfServer, madeByServer } from '@cairn/kernel';

const PURPOSE = 'refresh';
const ID_BYTES = 16;
const HEAD_BYTES = ID_BYTES + 4;
const LENGTH = HEAD_BYTES + 32;

/** A session's refresh token, the `generation`-th since it began. Nothing is stored of it. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly generation: number;
}

export const writeRefreshToken = async (vault: Vault, token: RefreshToken): Promise<string> => {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(token.sessionId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(token.generation, ID_BYTES);
  const seal = await macOfServer(vault, PURPOSE, token.sessionId, token.generation);
  return Buffer.concat([head, seal]).toString('base64url');
};

/** `undefined` when we did not make it. */
export const readRefreshToken = async (vault: Vault, text: string): Promise<RefreshToken | undefined> => {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== text) return undefined;
  const sessionId = uuidOf(bytes.subarray(0, ID_BYTES));
  const generation = bytes.readUInt32BE(ID_BYTES);
  const isOurs = await madeByServer(vault, PURPOSE, bytes.subarray(HEAD_BYTES), sessionId, generation);
  return isOurs ? { sessionId, generation } : undefined;
};

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
