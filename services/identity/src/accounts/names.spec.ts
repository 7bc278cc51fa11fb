import { foldName } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { addressErrors, reservationIdOf, usernameErrors } from './names.js';

describe('names', () => {
  it.each([
    ['Ada', 'aDA'],
    ['ﬁnch', 'FINCH'],
    ['straße', 'STRASSE'],
    ['ＡＤＡ', 'ada'],
    ['e\u0301', 'É'],
  ])('law 8: %s and %s are one', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it('law 8: that differ stay apart', () => {
    expect(foldName('ada')).not.toBe(foldName('аda'));
  });

  it.each([
    ['ada', undefined, 0],
    ['ada lovelace', undefined, 0],
    [' ada', undefined, 1],
    ['ada\u0000', undefined, 1],
    ['ada\u202e', undefined, 1],
    ['ada\r\nBcc: x', undefined, 1],
    ['ada\ufe0f', undefined, 1],
    ['ada\u034f', undefined, 1],
    ['a\u200bda', undefined, 1],
    ['ada\u{e0041}', undefined, 1],
    ['\u3164', undefined, 1],
    ['\uffa0', undefined, 1],
    ['\u2800', undefined, 1],
    ['ada\u2800', undefined, 1],
    ['Ада', undefined, 0],
    ['अदा', undefined, 0],
    ['ada@example.org', undefined, 1],
    ['ada\uff20example.org', undefined, 1],
    ['ada\ufe6bexample.org', 'grace@example.org', 1],
    ['ada\uff20example.org', 'ada@example.org', 0],
    ['ada@example.org', 'Ada@Example.org', 0],
  ])('%j with the address %j has %d faults', (username, email, faults) => {
    expect(usernameErrors(username, email)).toHaveLength(faults);
  });

  it.each([
    ['ada', 'countess@example.org', 0],
    ['ada@example.org', 'Ada@example.org', 0],
    ['ada@example.org', 'countess@example.org', 1],
    ['ada\uff20example.org', 'countess@example.org', 1],
  ])('%j kept with the new address %j has %d faults', (username, email, faults) => {
    expect(addressErrors(username, email)).toHaveLength(faults);
  });

  it('tell which field is wrong, and what to do', () => {
    const fault = (pointer: string, message: RegExp) => [
      { pointer, code: 'format', message: expect.stringMatching(message) },
    ];
    expect(usernameErrors(' ada', undefined)).toEqual(fault('/username', /invisible characters.* blanks/));
    expect(usernameErrors('a@b', undefined)).toEqual(fault('/username', /must be the e-mail address/));
    expect(addressErrors('a@b', 'c@d')).toEqual(fault('/email', /change `username` in the same request/));
  });

  describe('in reservations', () => {
    let engines: Embedded;
    beforeEach(() => {
      engines = openEmbedded();
    });
    afterEach(() => engines.remove());

    it('law 8: have an id by kind and server, which tells nothing of them', async () => {
      const id = await reservationIdOf(engines.vault, 'username', 'ada');
      expect(await reservationIdOf(engines.vault, 'username', 'ADA')).toBe(id);
      expect(await reservationIdOf(engines.vault, 'email', 'ada')).not.toBe(id);
      const elsewhere = openEmbedded();
      expect(await reservationIdOf(elsewhere.vault, 'username', 'ada')).not.toBe(id);
      await elsewhere.remove();
    });

    it('law 8: keep their id when the key is rotated once', async () => {
      const id = await reservationIdOf(engines.vault, 'username', 'ada');
      await engines.vault.rotateServerKey('reservation');
      expect(await reservationIdOf(engines.vault, 'username', 'ada')).toBe(id);
    });
  });
});
