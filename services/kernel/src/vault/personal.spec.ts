import { randomBytes } from 'node:crypto';
import { decryptText, encryptText, type PersonalPlace } from './personal.js';
import { SealBroken } from './sealing.js';

describe('personal text', () => {
  const key = randomBytes(32);
  const place: PersonalPlace = { person: 'ada', stream: 'user-ada', field: 'email' };

  it.each(['', 'Ada Lovelace', 'Žofie 🎉 \0 \n', 'x'.repeat(100_000)])('comes back as it was', (plain) => {
    expect(decryptText(key, encryptText(key, plain, place), place)).toBe(plain);
  });

  it('is base64 of a form, a nonce, a tag and the ciphertext, and another each time', () => {
    const [one, two] = [encryptText(key, 'Ada', place), encryptText(key, 'Ada', place)];
    expect(one).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const bytes = Buffer.from(one, 'base64');
    expect([bytes[0], bytes.byteLength]).toEqual([1, 1 + 12 + 16 + 3]);
    expect(one).not.toBe(two);
  });

  it('does not open under another key', () => {
    expect(() => decryptText(randomBytes(32), encryptText(key, 'Ada', place), place)).toThrow(SealBroken);
  });

  it('does not open with any byte changed, or cut', () => {
    const sealed = Buffer.from(encryptText(key, 'Ada', place), 'base64');
    for (let at = 0; at < sealed.byteLength; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => decryptText(key, changed.toString('base64'), place)).toThrow(SealBroken);
      expect(() => decryptText(key, sealed.subarray(0, at).toString('base64'), place)).toThrow(SealBroken);
    }
  });

  it.each<[string, Partial<PersonalPlace>]>([
    ['person', { person: 'eve' }],
    ['stream', { stream: 'user-eve' }],
    ['field', { field: 'name' }],
    ['pair that reads alike', { stream: 'user-ada","email', field: '' }],
  ])('S38 does not open for another %s', (_, other) => {
    const text = encryptText(key, 'Ada', place);
    expect(() => decryptText(key, text, { ...place, ...other })).toThrow(SealBroken);
  });

  it('says so when it is in the form of another release', () => {
    const bytes = Buffer.from(encryptText(key, 'Ada', place), 'base64');
    bytes[0] = 7;
    expect(() => decryptText(key, bytes.toString('base64'), place)).toThrow(
      'in a form that this release does not read: it begins with the byte 7, not 1',
    );
  });
});
