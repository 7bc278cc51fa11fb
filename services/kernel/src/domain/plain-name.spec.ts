import * as fc from 'fast-check';
import { nameKey, plainName } from './plain-name.js';

describe('plainName', () => {
  test.each([
    ['a blank behind it', 'boots ', 'boots'],
    ['a space without width', 'boots\u200b', 'boots'],
    ['a byte order mark', '\ufeffboots', 'boots'],
    ['marks of direction', '\u202eboots\u202c', 'boots'],
    ['several blanks in it', 'rubber \t\u00a0boots', 'rubber boots'],
    ['a wide blank', 'rubber\u3000boots', 'rubber boots'],
    ['an accent beside its letter', 'cafe\u0301', 'caf\u00e9'],
    ['nothing but blanks', ' \t\n', ''],
    ['nothing that is seen', '\u200b\u3164\ufe0f\u2800', ''],
  ])('of a name with %s', (_, name, plain) => expect(plainName(name)).toBe(plain));

  test.each([
    ['an emoji of several', '\u{1f469}\u200d\u{1f4bb}'],
    ['an emoji with a selector', '\u2764\ufe0f'],
    ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a Persian word with a joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['digits and signs', 'a-1_(b)'],
  ])('leaves %s as it is', (_, name) => expect(plainName(name)).toBe(name));

  test('of a plain name is that name, whatever its script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => plainName(plainName(name)) === plainName(name)),
    );
  });
});

describe('nameKey', () => {
  test.each([
    ['boots', 'boots\u200b'],
    ['rubber boots', ' Rubber\u3000BOOTS '],
    ['caf\u00e9', 'Cafe\u0301'],
    ['Straße', 'STRASSE'],
  ])('is one of %j and %j', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

  test('tells names apart', () => expect(nameKey('boots')).not.toBe(nameKey('boot s')));
});
