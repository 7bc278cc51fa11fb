import { event, type EventDefinition } from '@cairn/contracts';
import { type TSchema, Type } from '@sinclair/typebox';
import { BASELINE, baselineIn, baselineOf } from './baseline.js';
import { brokenGoldens, brokenPromises, promiseOf, type ReadCommitted, unpromised } from './compare.js';
import { type GeneratedFile, promisedFiles } from './files.js';
import { textOf } from './json.js';

const seen = Type.Object({
  id: Type.String(),
  note: Type.Optional(Type.String()),
  kind: Type.Unsafe<string>({ type: 'string', enum: ['gull', 'tern'] }),
});
const birdSeen = (schema: TSchema = seen, example: object = { id: 'x', kind: 'gull' }): EventDefinition =>
  event({ name: 'BirdSeen', storedType: 'test.bird.seen.v1', description: 'Seen.', schema, example });
const birdFlown = event({
  name: 'BirdFlown',
  storedType: 'test.bird.flown.v1',
  description: 'Flown.',
  schema: Type.Object({}),
  example: {},
});
const filesOf = (...events: readonly EventDefinition[]): readonly GeneratedFile[] =>
  promisedFiles(events, []);
/** What somebody commits who writes everything anew, golden files too. */
const committedFor = (files: readonly GeneratedFile[], baseline: string): ReadCommitted => {
  const texts = new Map(files.map(({ path, content }) => [path, textOf(content)]));
  return (path) => (path === BASELINE ? baseline : texts.get(path));
};
const promising = (files: readonly GeneratedFile[]): string =>
  baselineOf(promiseOf(files, committedFor(files, '')));

describe('what readers of events were promised', () => {
  const promised = promising(filesOf(birdSeen(), birdFlown));
  const broken = (files: readonly GeneratedFile[], baseline = promised): readonly string[] => {
    const committed = committedFor(files, baseline);
    return brokenPromises(files, committed, baselineIn(committed));
  };

  it('is kept when nothing changed, and when an optional field or an event is added', () => {
    const wider = birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(Type.String()) }));
    const more = event({
      name: 'BirdFed',
      storedType: 'test.bird.fed.v1',
      description: 'Fed.',
      schema: Type.Object({}),
      example: {},
    });
    for (const files of [filesOf(birdSeen(), birdFlown), filesOf(wider, birdFlown, more)])
      expect(broken(files)).toEqual([]);
  });

  const { id, note, kind } = seen.properties;
  const seeded: readonly [string, readonly EventDefinition[], string][] = [
    ['a field is gone', [birdSeen(Type.Object({ id, kind })), birdFlown], '/note: is gone'],
    [
      'a type changes',
      [birdSeen(Type.Object({ id: Type.Integer(), note, kind }), { id: 1, kind: 'gull' }), birdFlown],
      '/id(type): was "string", is "integer"',
    ],
    [
      'a field is required that was not there',
      [
        birdSeen(Type.Object({ id, note, kind, ring: Type.String() }), { id: 'x', kind: 'gull', ring: 'r' }),
        birdFlown,
      ],
      '/ring: is required, was not',
    ],
    [
      'an enum grows',
      [
        birdSeen(
          Type.Object({
            id,
            note,
            kind: Type.Unsafe<string>({ type: 'string', enum: ['gull', 'tern', 'auk'] }),
          }),
        ),
        birdFlown,
      ],
      '/kind(enum): was ["gull","tern"], is ["gull","tern","auk"]',
    ],
    [
      'an event is gone',
      [birdSeen()],
      'schemas/test.bird.flown.v1.json: its event is gone from the contract',
    ],
    [
      'a golden example is written anew',
      [birdSeen(seen, { id: 'another', kind: 'tern' }), birdFlown],
      'schemas/examples/test.bird.seen.v1.json: a golden example stays as it was first written',
    ],
  ];

  it.each(seeded)(
    'is broken when %s, also when everything committed was written anew',
    (_, events, finding) => {
      const files = filesOf(...events);
      expect(brokenGoldens(files, committedFor(files, promised))).toEqual([]);
      expect(broken(files).join('\n')).toContain(finding);
    },
  );

  const more = (files: readonly GeneratedFile[]): readonly string[] => {
    const committed = committedFor(files, promised);
    return unpromised(files, committed, baselineIn(committed));
  };

  it('is all that is there: a schema that nobody promised is named', () => {
    expect(more(filesOf(birdSeen(), birdFlown))).toEqual([]);
    const fed: EventDefinition = { ...birdFlown, name: 'BirdFed', storedType: 'test.bird.fed.v1' };
    expect(more(filesOf(birdSeen(), birdFlown, fed))).toEqual([
      'schemas/test.bird.fed.v1.json: is not promised as it is',
      'schemas/examples/test.bird.fed.v1.json: is not promised as it is',
    ]);
    const wider = birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(Type.String()) }));
    expect(more(filesOf(wider, birdFlown))).toEqual([
      'schemas/test.bird.seen.v1.json: is not promised as it is',
    ]);
  });

  it('holds for what was added later, once that is promised too', () => {
    const ring = (schema: TSchema): readonly GeneratedFile[] =>
      filesOf(birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(schema) })), birdFlown);
    expect(broken(ring(Type.Integer()))).toEqual([]);
    expect(broken(ring(Type.Integer()), promising(ring(Type.String())))).toHaveLength(1);
  });

  it('is asked for by name when it is missing', () => {
    expect(() => baselineIn(() => undefined)).toThrow(/baseline\.json is missing/);
  });
});
