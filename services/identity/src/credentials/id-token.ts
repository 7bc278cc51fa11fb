const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => UUID.test(text);
const BYTES = 16;

/** The bytes of a token, if it is base64url, character for character. */
export const bytesIn = (token: string): Buffer | undefined => {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : undefined;
};

/** A token that says of what it is, by a UUID, and proves it by a mac. */
export const idToken = (id: string, proof: Buffer): string =>
  Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), proof]).toString('base64url');

/** What a token says that it is of, and its proof: nothing is proved yet. */
export const readIdToken = (token: string): { readonly id: string; readonly proof: Buffer } | undefined => {
  const bytes = bytesIn(token);
  if (bytes === undefined) return undefined;
  const hex = bytes.subarray(0, BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? { id, proof: bytes.subarray(BYTES) } : undefined;
};
