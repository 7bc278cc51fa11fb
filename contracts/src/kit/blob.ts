import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** Marks a text that is the SHA-256, in hex, of bytes among the blobs. It is for the inside: published schemas leave it out. */
export const BLOB_MARK = 'x-blob';

/** The name of bytes among the blobs: an event that has it keeps them (ADR-0048). */
export const BlobHash = Type.String({ [BLOB_MARK]: true });

/** Bytes that stand among the blobs under their SHA-256. */
export const FileRecord = Type.Object({
  sha256: BlobHash,
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  content_type: Type.String(),
  file_name: Type.String(),
});
export type FileRecord = Readonly<Static<typeof FileRecord>>;

/** A part of a schema that has no parts, and where it stands: `assets/*`, `/file/sha256` behind it. */
export type Leaf = readonly [path: string, schema: TSchema];

/** All of a schema that has no parts itself; `*` stands for whatever place or key. */
export const leavesOf = (schema: TSchema, path = ''): readonly Leaf[] => {
  const parts = partsOf(schema);
  if (parts.length === 0) return [[path, schema]];
  return parts.flatMap(([name, part]) =>
    leavesOf(part, [path, name].filter((word) => word !== '').join('/')),
  );
};

/** Where data of a schema name blobs: `assets/*`, `/file/sha256` behind it. */
export const blobFields = (schema: TSchema): readonly string[] => [
  ...new Set(
    leavesOf(schema)
      .filter(([, leaf]) => leaf[BLOB_MARK] === true)
      .map(([path]) => path),
  ),
];

type Parts = readonly (readonly [name: string, part: TSchema])[];

const partsOf = (schema: TSchema): Parts => [
  ...Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>),
  ...named('*', Object.values((schema['patternProperties'] ?? {}) as Readonly<Record<string, TSchema>>)),
  ...named('*', [(schema['items'] ?? []) as TSchema | readonly TSchema[]].flat()),
  ...['anyOf', 'oneOf', 'allOf'].flatMap((word) => named('', (schema[word] ?? []) as readonly TSchema[])),
];

const named = (name: string, parts: readonly TSchema[]): Parts => parts.map((part) => [name, part]);
