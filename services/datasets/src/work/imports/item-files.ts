import type { ImportRecordError } from '@cairn/contracts';
import { createHash } from 'node:crypto';
import {
  type Asker,
  type Blobs,
  BlobTooLarge,
  contentTypeOf,
  imageSizeOf,
  isImage,
  SourceDamaged,
} from '@cairn/kernel';
import { extensionOf } from '../../domain/item/file-name.js';
import { type FileContent, type ImportRecord } from '../../formats/index.js';

import { fileNameOf, RecordRefused, type StoredFile } from './drafts.js';
import { refusedError } from './records.js';

/** What is done with the file of a record. */
export type FileTaker = (record: ImportRecord, file: FileContent) => Promise<StoredFile>;

/** The file of a record, or why it cannot be taken; `undefined` for a record without. */
export type TakenFile = StoredFile | ImportRecordError | undefined;

export const takenFile = async (record: ImportRecord, take: FileTaker): Promise<TakenFile> => {
  if (record.file === undefined) return undefined;
  try {
    return await take(record, record.file);
  } catch (error) {
    return refusedError(record.where, error);
  }
};

/** Reads the file to its end and keeps nothing: whether it can be read shows before anything is stored. */
export const readThrough =
  (maxBytes: number): FileTaker =>
  async (record, file) => {
    refuseLarge(file, maxBytes);
    const digest = createHash('sha256');
    await damageRefused(async () => {
      for await (const chunk of await file.open()) digest.update(chunk);
    });
    return { record: recordOf(record, digest.digest('hex'), file.size) };
  };

/** Puts the file among the blobs, with the size of its image. */
export const stored =
  (blobs: Blobs, maxBytes: number, asker: Asker): FileTaker =>
  async (record, file) => {
    refuseLarge(file, maxBytes);
    const { sha256, size } = await damageRefused(async () => blobs.put(await file.open(), { maxBytes }));
    const kept = recordOf(record, sha256, size);
    const pixels = isImage(kept.content_type) ? await imageSizeOf(blobs, kept, asker) : undefined;
    return { record: kept, attributes: pixels && { width: pixels.width, height: pixels.height } };
  };

const recordOf = (record: ImportRecord, sha256: string, size: number) => {
  const { name: file_name = fileNameOf(record), contentType = contentTypeOf(extensionOf(file_name)) } =
    record.file ?? {};
  return { sha256, size, content_type: contentType, file_name };
};

const refuseLarge = ({ size }: FileContent, maxBytes: number): void => {
  if (size > maxBytes) throw new RecordRefused(`the file of an item is larger than ${maxBytes} bytes`);
};

const damageRefused = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SourceDamaged || error instanceof BlobTooLarge)
      throw new RecordRefused(error.message);
    throw error;
  }
};
