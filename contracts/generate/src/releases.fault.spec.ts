import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { event, type EventDefinition } from '@cairn/contracts';
import { type TSchema, Type } from '@sinclair/typebox';
import { breakingChanges, brokenGoldens, brokenPromises, outdatedFiles } from './compare.js';
import { type GeneratedFile, generatedFiles } from './files.js';
import { textOf } from './json.js';
import { promisedIn, readFrom, releaseAt, releaseIn, releaseTags } from './releases.js';

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
  generatedFiles(events, []);

describe('the history of a contract', () => {
  let repository: string;
  let folder: string;
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=spec', '-c', 'user.email=spec@example.org', ...args], {
      cwd: repository,
    });
  /** Writes what somebody commits who regenerates everything, golden files too. */
  const commit = (files: readonly GeneratedFile[]): void => {
    rmSync(join(folder, 'schemas'), { recursive: true, force: true });
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), textOf(content));
    }
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'contract');
  };
  const broken = (files: readonly GeneratedFile[], ref = 'v1.0.0'): readonly string[] =>
    brokenPromises(files, readFrom(folder), releaseAt(folder, ref));

  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'cairn-contract-'));
    folder = join(repository, 'contracts');
    git('init', '-q');
    commit(filesOf(birdSeen(), birdFlown));
    git('tag', 'v1.0.0');
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  it('has a tag for each release', () => {
    git('tag', 'not-a-release');
    git('tag', 'v1.1.0-rc.1');
    expect(releaseTags(folder)).toEqual(['v1.0.0', 'v1.1.0-rc.1']);
    expect(releaseTags(join(tmpdir(), 'no', 'repository'))).toEqual([]);
  });

  it('is kept when nothing changed, and when an optional field or an event is added', () => {
    const wider = birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(Type.String()) }));
    const more = event({
      name: 'BirdFed',
      storedType: 'test.bird.fed.v1',
      description: 'Fed.',
      schema: Type.Object({}),
      example: {},
    });
    for (const files of [filesOf(birdSeen(), birdFlown), filesOf(wider, birdFlown, more)]) {
      commit(files);
      expect(broken(files)).toEqual([]);
    }
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
      commit(files);
      const read = readFrom(folder);
      expect([
        ...outdatedFiles(files, read),
        ...breakingChanges(files, read),
        ...brokenGoldens(files, read),
      ]).toEqual([]);
      expect(broken(files).join('\n')).toContain(finding);
      expect(broken(files).every((line) => line.startsWith('since v1.0.0: '))).toBe(true);
    },
  );

  it('is transitive: what an older release promised holds for every later one', () => {
    const wider = filesOf(
      birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(Type.String()) })),
      birdFlown,
    );
    commit(wider);
    git('tag', 'v1.1.0');
    const other = filesOf(
      birdSeen(Type.Object({ ...seen.properties, ring: Type.Optional(Type.Integer()) })),
      birdFlown,
    );
    commit(other);
    expect(broken(other, 'v1.0.0')).toEqual([]);
    expect(broken(other, 'v1.1.0')).toHaveLength(1);
  });

  it('can be another folder', () => {
    const files = filesOf(birdSeen(Type.Object({ id, kind })), birdFlown);
    expect(promisedIn(folder)).toHaveLength(4);
    expect(brokenPromises(files, readFrom(folder), releaseIn(folder)).join()).toContain('/note: is gone');
  });

  it('that cannot be read is told', () => {
    expect(() => releaseAt(folder, 'v9.9.9')).toThrow();
  });
});
