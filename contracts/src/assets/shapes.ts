import { type Static, Type } from '@sinclair/typebox';
import { BlobHash } from '../kit/blob.js';
import { OneOf, Time } from '../kit/schemas.js';

/** Who may read an asset, and until when (architecture, *Access*). */
export const ReaderRecord = Type.Object({
  token: Type.String(),
  until: Type.Optional(Time),
  role: Type.Optional(OneOf(['share_viewer', 'share_editor'])),
});
export type ReaderRecord = Readonly<Static<typeof ReaderRecord>>;

/** Bytes that stand among the blobs under their SHA-256. */
export const FileRecord = Type.Object({
  sha256: BlobHash,
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  content_type: Type.String(),
  file_name: Type.String(),
});
export type FileRecord = Readonly<Static<typeof FileRecord>>;
