import { randomBytes } from 'node:crypto';
import { decryptText, encryptText } from './personal.js';
import { SealBroken } from './sealing.js';

describe('personal text', () => {
  const key = randomBytes(32);

  it.each(['', 'Ada Lovelace', 'Žofie 🎉 \0 \n', 'x'.repeat(100_000)])('comes back as it was', (plain) => {
    expect(decryptText(key, encryptText(key, plain))).toBe(plain);
  });

  it('is base64 of nonce, tag and ciphertext, and another each time', () => {
    const [one, two] = [encryptText(key, 'Ada'), encryptText(key, 'Ada')];
    expect(one).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(one, 'base64').byteLength).toBe(12 + 16 + 3);
    expect(one).not.toBe(two);
  });

  it('does not open under another key', () => {
    expect(() => decryptText(randomBytes(32), encryptText(key, 'Ada'))).toThrow(SealBroken);
  });

  it('does not open with any byte changed, or cut', () => {
    const sealed = Buffer.from(encryptText(key, 'Ada'), 'base64');
    for (let at = 0; at < sealed.byteLength; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => decryptText(key, changed.toString('base64'))).toThrow(SealBroken);
      expect(() => decryptText(key, sealed.subarray(0, at).toString('base64'))).toThrow(SealBroken);
    }
  });
});
