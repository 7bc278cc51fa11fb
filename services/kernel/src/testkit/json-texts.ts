import fc from 'fast-check';
import type { Json } from '../base/json-value.js';
import { isReservedKey } from '../json/rules.js';

const key = fc
  .oneof(fc.constantFrom('text', 'label', '', 'a"b', 'a": ', '\\', 'ü', '😀'), fc.string())
  .filter((name) => !isReservedKey(name));
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"a": 1', '{"a":1}', 'a" :', '\\u0000', '1e400', '1234567890123456'),
  fc.integer(),
  fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.boolean(),
  fc.constant(null),
);

const { object, value } = fc.letrec<{ object: Record<string, Json>; value: Json }>((tie) => ({
  object: fc.dictionary(key, tie('value'), { noNullPrototype: true, maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}));

/** For specs: an object that may enter, with what a test for doubtful JSON stumbles over, in its texts, keys and numbers. */
export const jsonObjects: fc.Arbitrary<Readonly<Record<string, Json>>> = object;

/** For specs: the text of an object in which one of its objects, at any depth, has one of its keys twice. */
export const keysTwice: fc.Arbitrary<string> = fc
  .record({ fields: fc.dictionary(key, value, { noNullPrototype: true, minKeys: 1 }), at: fc.nat() })
  .chain(({ fields, at }) =>
    fc.record({
      fields: fc.constant(fields),
      at: fc.constant(at),
      again: value,
      spelled: fc.constantFrom(JSON.stringify, escaped),
      space: fc.constantFrom('', ' ', '\n\t'),
    }),
  )
  .map(({ fields, at, again, spelled, space }) => {
    const twice = at % keysIn(fields);
    let keys = 0;
    const written = (inner: Json): string => {
      if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
      if (Array.isArray(inner)) return `[${inner.map(written).join(`,${space}`)}]`;
      const members = Object.entries(inner as Record<string, Json>).flatMap(([name, of]) => {
        const isTwice = keys === twice;
        keys += 1;
        const one = `${JSON.stringify(name)}${space}:${space}${written(of)}`;
        return isTwice ? [one, `${spelled(name)}${space}:${JSON.stringify(again)}`] : [one];
      });
      return `{${space}${members.join(`,${space}`)}}`;
    };
    return written(fields);
  });

/** As JSON may write it, too. */
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const keysIn = (inner: Json): number => {
  if (typeof inner !== 'object' || inner === null) return 0;
  const values = Object.values(inner as Record<string, Json>);
  return values.reduce<number>((sum, of) => sum + keysIn(of), Array.isArray(inner) ? 0 : values.length);
};
