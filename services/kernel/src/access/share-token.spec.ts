import type { Vault } from '../vault/port.js';
import { isShareToken, readShareToken, shareTokenOf } from './share-token.js';

const share = { resource: 'datasets', assetId: 'a', shareId: 's' };
const keyed = (byte: number): Pick<Vault, 'serverKeys'> => ({
  serverKeys: async (purpose) => [{ id: '1', key: Buffer.from(purpose.padEnd(32, String(byte))) }],
});
const vault = keyed(1) as Vault;

describe('the token of a share', () => {
  it('tells what it is of, and is known by the server that made it, and by no other', async () => {
    const token = await shareTokenOf(vault, share);
    expect(readShareToken(token)).toEqual(share);
    expect(await isShareToken(vault, token)).toBe(true);
    expect(await isShareToken(keyed(2) as Vault, token)).toBe(false);
  });

  it('is none with another resource, asset, share or proof', async () => {
    const [resource, assetId, shareId, proof = ''] = (await shareTokenOf(vault, share)).split('.');
    const of = await shareTokenOf(vault, { ...share, shareId: 't' });
    for (const forged of [
      ['models', assetId, shareId, proof],
      [resource, 'b', shareId, proof],
      [resource, assetId, 't', proof],
      [resource, assetId, shareId, of.split('.')[3]],
    ])
      expect(await isShareToken(vault, forged.join('.'))).toBe(false);
  });

  it('is written in one way alone', async () => {
    const token = await shareTokenOf(vault, share);
    for (const other of [`${token}=`, token.replace('.', '..'), `.${token}`, `${token}.`, `${token}.x`])
      expect(await isShareToken(vault, other)).toBe(false);
  });

  it.each(['', 'datasets', 'datasets.a', 'datasets.a.s', 'datasets.a.s.', 'datasets.a.s.p.x'])(
    '%j is of nothing',
    (token) => {
      expect(readShareToken(token)).toBeUndefined();
    },
  );
});
