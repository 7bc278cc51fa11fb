import type { ProposedEvent } from './event.js';

/** The type of the events of a metastream. */
export const METADATA_TYPE = '$metadata';
const METASTREAM_PREFIX = '$$';
/** `$tb` of a soft-deleted stream is the largest signed 64-bit number. JSON text keeps it exactly, a double nearly. */
const DELETED = '9223372036854775807';

/** What of a stream's `$metadata` decides what is read of it. */
export interface Retention {
  readonly maxCount?: number;
  readonly maxAgeSeconds?: number;
  /** Events below this revision are not read. */
  readonly truncateBefore?: number;
  readonly softDeleted: boolean;
}

const KEPT_WHOLE: Retention = { softDeleted: false };
/** The server keeps the last `$metadata` alone. */
const METASTREAM_RETENTION: Retention = { maxCount: 1, softDeleted: false };

export const metastreamOf = (stream: string): string => METASTREAM_PREFIX + stream;
export const isMetastream = (stream: string): boolean => stream.startsWith(METASTREAM_PREFIX);
export const originOf = (metastream: string): string => metastream.slice(METASTREAM_PREFIX.length);

/** Reads the retention out of the data of the newest `$metadata` event; metadata that are no JSON object retain all. */
export const retentionOf = (stream: string, metadata: ProposedEvent | undefined): Retention => {
  if (isMetastream(stream)) return METASTREAM_RETENTION;
  const values = metadata === undefined ? undefined : parsed(metadata.data);
  if (values === undefined) return KEPT_WHOLE;
  const maxCount = positive(values['$maxCount']);
  const maxAgeSeconds = positive(values['$maxAge']);
  const truncateBefore = natural(values['$tb']);
  return {
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(truncateBefore === undefined ? {} : { truncateBefore }),
    softDeleted: truncateBefore === Number(DELETED),
  };
};

/** The metadata by which a stream is soft-deleted; what else they said is gone. */
export const softDeletion = (): Uint8Array => Buffer.from(`{"$tb":${DELETED}}`);

/** The metadata with another `$tb`; `undefined` when they are no JSON object. */
export const withTruncateBefore = (
  metadata: ProposedEvent | undefined,
  truncateBefore: number,
): Uint8Array | undefined => {
  const values = metadata === undefined ? undefined : parsed(metadata.data);
  return values && Buffer.from(JSON.stringify({ ...values, $tb: truncateBefore }));
};

const parsed = (data: Uint8Array): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The server ignores a count and an age of nothing. */
const positive = (value: unknown): number | undefined => natural(value) || undefined;

const natural = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
