import type { FileRecord } from '@cairn/contracts';
import { JobRefused } from '@cairn/kernel';

const extensions: Readonly<Record<string, string>> = {
  'text/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'application/jsonl': '.jsonl',
  'application/x-jsonlines': '.jsonl',
  'application/x-ndjson': '.ndjson',
  'application/json': '.json',
};
const CHARSET = /;\s?charset=([a-z0-9-]+)$/i;

/** Names of UTF-8 and of what is part of it. */
const utf8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** What an upload is called and in which charset it is; one without a name is called by its type. */
export const uploadNamed = ({
  file_name,
  content_type,
}: FileRecord): { readonly name: string; readonly charset?: string } => {
  const type = (content_type.split(';', 1)[0] ?? '').toLowerCase();
  const name = file_name === '' && Object.hasOwn(extensions, type) ? `file${extensions[type]}` : file_name;
  const charset = CHARSET.exec(content_type)?.[1]?.toLowerCase();
  return charset === undefined || utf8.has(charset) ? { name } : { name, charset: known(charset) };
};

const known = (charset: string): string => {
  try {
    return new TextDecoder(charset).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JobRefused(
      'format_not_recognised',
      `The charset ${charset} is not known here: send the file as UTF-8.`,
    );
  }
};
