import { madeByServer, macOfServer, type Vault } from '@cairn/kernel';

const PURPOSE = 'device';

/** What a trusted device brings instead of a code: the id of the trust, and our mac over it and its person. Nothing is stored of it. */
export const writeDeviceToken = async (vault: Vault, userId: string, deviceId: string): Promise<string> =>
  `${deviceId}.${(await macOfServer(vault, PURPOSE, userId, deviceId)).toString('base64url')}`;

/** The device that a token of this person names; `undefined` when it is none of theirs (S16). */
export const deviceIn = async (vault: Vault, userId: string, token: string): Promise<string | undefined> => {
  const [deviceId = '', seal = ''] = token.split('.', 2);
  const bytes = Buffer.from(seal, 'base64url');
  const isOurs =
    bytes.toString('base64url') === seal && (await madeByServer(vault, PURPOSE, bytes, userId, deviceId));
  return isOurs ? deviceId : undefined;
};
