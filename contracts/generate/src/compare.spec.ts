import { event } from '@cairn/contracts';
import { type TSchema, Type } from '@sinclair/typebox';
import {
  breakingChanges,
  brokenGoldens,
  missingGoldens,
  orphans,
  promiseOf,
  type ReadCommitted,
} from './compare.js';
import { incompatibilities } from './events/compatibility.js';
import { eventSchema } from './events/schema.js';
import { type GeneratedFile, generatedFiles } from './files.js';
import { type Json, type JsonMap, textOf } from './json.js';

const schemaOf = (schema: TSchema): JsonMap =>
  eventSchema(
    event({
      name: 'BirdSeen',
      storedType: 'test.bird.seen.v1',
      description: 'Seen.',
      schema,
      example: undefined,
    }),
  );
const closed = { additionalProperties: false };
const sizes = [Type.Number(), Type.Null(), Type.String()];
const seen = Type.Object({
  size: Type.Optional(Type.Union(sizes)),
  id: Type.String(),
  note: Type.Optional(Type.String()),
  kind: Type.Unsafe<'gull' | 'tern'>({ type: 'string', enum: ['gull', 'tern'] }),
  marks: Type.Array(Type.Object({ at: Type.Number() })),
  place: Type.Object({ x: Type.Number() }, closed),
});
const fields = seen.properties;
const changed = (schema: TSchema): readonly string[] => incompatibilities(schemaOf(seen), schemaOf(schema));

describe('a schema of an event stays FULL_TRANSITIVE compatible', () => {
  it('when nothing changes', () => expect(changed(seen)).toEqual([]));

  it('when an optional field is added, also deep inside', () => {
    expect(changed(Type.Object({ ...fields, weather: Type.Optional(Type.String()) }))).toEqual([]);
    const marks = Type.Array(Type.Object({ at: Type.Number(), by: Type.Optional(Type.String()) }));
    expect(changed(Type.Object({ ...fields, marks }))).toEqual([]);
  });

  it('when only words for people change', () => {
    const told = {
      title: 'Ring',
      description: 'Its ring.',
      default: 'none',
      examples: ['a'],
    };
    expect(changed(Type.Object({ ...fields, id: Type.String(told) }))).toEqual([]);
  });

  it.each<[string, TSchema, string]>([
    [
      'a required field is added',
      Type.Object({ ...fields, ring: Type.String() }),
      '/ring: is required, was not',
    ],
    ['a field is removed', Type.Omit(seen, ['note']), '/note: is gone'],
    [
      'a field becomes optional',
      Type.Object({ ...fields, id: Type.Optional(Type.String()) }),
      '/id: was required, is not',
    ],
    [
      'a field becomes required',
      Type.Object({ ...fields, note: Type.String() }),
      '/note: is required, was not',
    ],
    ['a type changes', Type.Object({ ...fields, id: Type.Number() }), '/id(type): was "string", is "number"'],
    [
      'an enum grows',
      Type.Object({
        ...fields,
        kind: Type.Unsafe<string>({ type: 'string', enum: ['gull', 'tern', 'auk'] }),
      }),
      '/kind(enum): was ["gull","tern"], is ["gull","tern","auk"]',
    ],
    [
      'a union grows',
      Type.Object({ ...fields, size: Type.Optional(Type.Union([...sizes, Type.Boolean()])) }),
      '/size(anyOf): was [{"type":"number"},{"type":"null"},{"type":"string"}], ' +
        'is [{"type":"number"},{"type":"null"},{"type":"string"},{"type":"boolean"}]',
    ],
    [
      'a union shrinks',
      Type.Object({ ...fields, size: Type.Optional(Type.Union(sizes.slice(0, 2))) }),
      '/size(anyOf): was [{"type":"number"},{"type":"null"},{"type":"string"}], ' +
        'is [{"type":"number"},{"type":"null"}]',
    ],
    [
      'a type deep inside changes',
      Type.Object({ ...fields, marks: Type.Array(Type.Object({ at: Type.String() })) }),
      '/marks(items)/at(type): was "number", is "string"',
    ],
    [
      'a field is added where nothing may be',
      Type.Object({
        ...fields,
        place: Type.Object({ x: Type.Number(), y: Type.Optional(Type.Number()) }, closed),
      }),
      '/place/y: is new where nothing may be added',
    ],
    [
      'a bound is added',
      Type.Object({ ...fields, id: Type.String({ maxLength: 3 }) }),
      '/id(maxLength): is new',
    ],
    [
      'a type in a union changes',
      Type.Object({ ...fields, size: Type.Optional(Type.Union([sizes[0]!, Type.Boolean(), sizes[2]!])) }),
      '/size(anyOf)/1(type): was "null", is "boolean"',
    ],
    [
      'more may be added',
      Type.Object({ ...fields, place: Type.Object({ x: Type.Number() }, { additionalProperties: true }) }),
      '/place(additionalProperties): was false, is true',
    ],
  ])('not when %s', (_, schema, finding) => {
    expect(changed(schema)).toEqual([finding]);
  });

  it.each<[string, Json, Json, readonly string[]]>([
    ['a bound goes', { maxLength: 3 }, {}, ['(maxLength): is gone']],
    ['it accepts everything', { type: 'string' }, true, ['/: was {"type":"string"}, is true']],
    [
      'a schema takes the place of a plain no',
      { additionalProperties: false },
      { additionalProperties: { type: 'string' } },
      ['(additionalProperties): was false, is {"type":"string"}'],
    ],
    ...['not', 'items'].map((word): [string, Json, Json, readonly string[]] => [
      `what stands under ${word} changes`,
      { [word]: { type: 'string' } },
      { [word]: { type: 'number' } },
      [`(${word})(type): was "string", is "number"`],
    ]),
    ...['anyOf', 'allOf', 'oneOf', 'prefixItems'].map((word): [string, Json, Json, readonly string[]] => [
      `a part of ${word} changes`,
      { [word]: [{ type: 'null' }, { type: 'string' }] },
      { [word]: [{ type: 'null' }, { type: 'number' }] },
      [`(${word})/1(type): was "string", is "number"`],
    ]),
    ['a list becomes something else', { anyOf: [{}] }, { anyOf: {} }, ['(anyOf): was [{}], is {}']],
    ['something else becomes a list', { anyOf: {} }, { anyOf: [{}] }, ['(anyOf): was {}, is [{}]']],
  ])('nor when %s', (_, older, newer, findings) => {
    expect(incompatibilities(older, newer)).toEqual(findings);
  });
});

describe('what is in git of the contract', () => {
  const golden = 'schemas/examples/test.bird.seen.v1.json';
  const schema = 'schemas/test.bird.seen.v1.json';
  const files: readonly GeneratedFile[] = [
    { path: 'openapi.json', content: { a: 1 }, kind: 'document' },
    { path: schema, content: schemaOf(seen), kind: 'schema' },
    { path: golden, content: { id: 'x', kind: 'gull', marks: [], place: { x: 1 } }, kind: 'golden' },
  ];
  const texts = new Map(files.map(({ path, content }) => [path, textOf(content)]));
  const read: ReadCommitted = (path) => texts.get(path);
  const withText =
    (path: string, text: string): ReadCommitted =>
    (wanted) =>
      wanted === path ? text : texts.get(wanted);

  it('is all right as it was written', () => {
    expect(missingGoldens(files, read)).toEqual([]);
    expect(breakingChanges(files, read)).toEqual([]);
    expect(brokenGoldens(files, read)).toEqual([]);
    expect(orphans(files, [schema, golden])).toEqual([]);
  });

  it('is missed when nobody wrote it', () => {
    expect(missingGoldens(files, () => undefined)).toEqual([`${golden}: is missing`]);
  });

  it('keeps a golden example as it was, as long as the schema accepts it', () => {
    const older = (kind: string): string => `{"id":"older","kind":"${kind}","marks":[],"place":{"x":1}}`;
    expect(promiseOf(files, withText(golden, older('tern'))).get(golden)).toMatchObject({ id: 'older' });
    expect(brokenGoldens(files, withText(golden, older('tern')))).toEqual([]);
    expect(brokenGoldens(files, withText(golden, older('auk')))).toEqual([
      `${golden}: /kind must be equal to one of the allowed values`,
    ]);
  });

  it('names a change that breaks readers', () => {
    const older = textOf(schemaOf(Type.Object({ ...fields, ring: Type.String() })));
    expect(breakingChanges(files, withText(schema, older))).toEqual([
      `${schema}: /ring: was required, is not`,
      `${schema}: /ring: is gone`,
    ]);
  });

  it('names an event that is gone', () => {
    expect(orphans(files, ['schemas/test.bird.flown.v1.json'])).toEqual([
      'schemas/test.bird.flown.v1.json: its event is gone from the contract',
    ]);
  });

  it('stands beside two documents, the first steps, and a schema for each event', () => {
    const made = generatedFiles();
    const count = (kind: GeneratedFile['kind']) => made.filter((file) => file.kind === kind).length;
    expect(count('document')).toBe(3);
    expect(count('schema')).toBe(count('golden'));
    expect(count('schema')).toBeGreaterThan(20);
  });
});
