import {
  type AnyRecord,
  areas,
  assets,
  allEvents,
  blobFields,
  BlobHash,
  categoryOfType,
  declaredStreams,
  event,
  type EventDefinition,
  leavesOf,
  type StreamDefinition,
} from '@cairn/contracts';
import { type TSchema, Type } from '@sinclair/typebox';
import { generatedFiles } from './files.js';
import { isMap, type Json, plain } from './json.js';

/** What a field that names a blob is called, and what a blob is named. */
const NAMES_ONE = /(?:^|_)(?:blobs?|checksum|digest|hash|sha_?256)(?:_|$)/i;
const HASH = /[0-9a-f]{64}/;

/** Every text in some data, with where it stands: `assets/*`, `/file/sha256` behind it. */
const textsIn = (data: Json, path: readonly string[] = []): readonly (readonly [string, string])[] => {
  if (typeof data === 'string') return [[path.join('/'), data]];
  if (Array.isArray(data)) return (data as readonly Json[]).flatMap((one) => textsIn(one, [...path, '*']));
  return isMap(data) ? Object.entries(data).flatMap(([name, one]) => textsIn(one, [...path, name])) : [];
};

/** The fields of an event that name a blob, or look like it, without a mark that says so. */
const unmarked = ({ schema, example, blobs }: Pick<EventDefinition, 'schema' | 'example' | 'blobs'>) => {
  const called = leavesOf(schema).map(([path]) => path);
  const inExample = textsIn(plain(example)).filter(([, text]) => HASH.test(text));
  return [
    ...called.filter((path) => NAMES_ONE.test(path.split('/').at(-1) ?? '')),
    ...inExample.map(([path]) => path),
  ].filter((path) => !blobs.includes(path));
};

describe('the blobs that events name', () => {
  it('are named in fields that say so', () => {
    expect(allEvents.flatMap((one) => unmarked(one).map((path) => `${one.storedType}: ${path}`))).toEqual([]);
    expect(allEvents.filter(({ blobs }) => blobs.length > 0).length).toBeGreaterThan(5);
  });

  const made = <Schema extends TSchema>(
    schema: Schema,
    example: EventDefinition<string, Schema>['example'],
  ) =>
    event({
      name: 'FileKept',
      storedType: 'a.file.kept.v1',
      description: 'A file was kept.',
      schema,
      example,
    });

  it.each(['sha256', 'content_sha256', 'thumbnail_hash', 'blob'])('are missed in a field %s', (field) => {
    const inside = { files: Type.Array(Type.Object({ [field]: Type.String() })) };
    const kept = made(Type.Object(inside), { files: [] });
    expect(unmarked(kept)).toEqual([`files/*/${field}`]);
    const marked = made(Type.Object({ files: Type.Array(Type.Object({ [field]: BlobHash })) }), {
      files: [],
    });
    expect(unmarked(marked)).toEqual([]);
  });

  it('are missed in a field of any name by its example', () => {
    const schema = Type.Object({ picture: Type.Optional(Type.String()) });
    expect(unmarked(made(schema, { picture: 'a'.repeat(64) }))).toEqual(['picture']);
  });

  it('are found in lists, maps, tuples and alternatives', () => {
    const file = Type.Object({ sha256: BlobHash, size: Type.Integer() });
    const schema = Type.Object({
      file: Type.Union([file, Type.Null()]),
      by_name: Type.Record(Type.String(), file),
      pair: Type.Tuple([file, Type.String()]),
    });
    expect(blobFields(schema)).toEqual(['file/sha256', 'by_name/*/sha256', 'pair/*/sha256']);
  });

  it('are marked for the inside: no schema and no document of others has the mark', () => {
    const telling = generatedFiles().filter(({ content }) => JSON.stringify(content).includes('x-blob'));
    expect(telling.map(({ path }) => path)).toEqual([]);
  });
});

type Streams = Readonly<Record<string, StreamDefinition>>;

const allStreams: Streams = Object.fromEntries(
  Object.values(declaredStreams).flatMap((streams) => Object.entries(streams)),
);

/** Categories whose events name blobs, and that do not say what becomes of these: they would be kept, or lost, without a word. */
const silent = (streams: Streams): readonly string[] => {
  const naming = allEvents.filter(({ blobs }) => blobs.length > 0);
  const categories = new Set(naming.map(({ storedType }) => categoryOfType(storedType)));
  const isSilent = (files: StreamDefinition['files']): boolean => files === undefined || files === 'none';
  return [...categories].filter((category) => isSilent(streams[category]?.files)).sort();
};

/** The event after which files go and the fields that tell what they go with; `first` where only the first event does. */
const becomesOf = ({ files = 'kept' }: StreamDefinition): readonly string[] =>
  typeof files === 'string'
    ? [files]
    : [
        files.goAfter?.storedType ?? 'with what it is in',
        ...(files.inside ?? []),
        ...(files.told === undefined ? [] : ['first']),
      ];

const records = Object.values(areas).flatMap((area) => area.records);
/** A record's go with it, and with what it is in. */
const becomesOfRecord = ({ description: { area, entity, inside } }: AnyRecord): readonly string[] => [
  `${area}.${entity}.purged.v1`,
  ...(inside === undefined ? [] : [inside, 'first']),
];

describe('the files of streams', () => {
  it('are kept or go as their areas say', () => {
    expect(silent(allStreams)).toEqual([]);
    const { dataset, team, ...others } = allStreams;
    expect(silent(others)).toEqual(['dataset', 'team']);
    expect([dataset, team].map((stream) => stream?.files)).not.toContain(undefined);
    expect(silent({ ...allStreams, team: { ...team!, files: 'none' } })).toEqual(['team']);
  });

  it('are kept for ever of groups alone, and go when nobody can bring back what they are of', () => {
    const saying = Object.entries(allStreams).filter(([, { files }]) => files !== undefined);
    expect(Object.fromEntries(saying.map(([category, stream]) => [category, becomesOf(stream)]))).toEqual({
      organization: ['kept'],
      project: ['kept'],
      team: ['kept'],
      ...Object.fromEntries(assets.map(({ area, called }) => [called, [`${area}.${called}.purged.v1`]])),
      ...Object.fromEntries(records.map((record) => [record.category, becomesOfRecord(record)])),
      datasetVersion: ['datasets.version.purged.v1', 'dataset_id', 'version_id'],
      datasetItem: ['with what it is in', 'dataset_id', 'version_id', 'first'],
      datasetJob: ['with what it is in', 'dataset_id', 'version_id'],
      postProcessorJob: ['none'],
      modelVersion: ['models.version.purged.v1', 'model_id', 'version_id', 'first'],
      inference: ['models.inference.deleted.v1'],
      execution: ['workflows.execution.deleted.v1'],
      graphVersion: ['graphs.version.purged.v1', 'graph_id', 'first'],
      graphJob: ['with what it is in', 'graph_id', 'version_id'],
      graphContent: ['none'],
    });
  });
});
