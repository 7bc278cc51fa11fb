import { safeName, type ZippedFile } from '@cairn/kernel';
import type { ImportRecord } from '../format.js';

/**
 * Where an item's file stands in an archive: by its content, so that names stay apart and equal datasets give equal
 * archives.
 */
export const filePath = ({ id = 'item', file, file_name = 'file' }: ImportRecord): string =>
  `files/${file?.sha256?.slice(0, 32) ?? id}/${safeName(file_name)}`;

const PACKED =
  /\.(?:png|jpe?g|gif|webp|avif|heic|mp3|m4a|aac|ogg|opus|flac|mp4|mov|webm|mkv|zip|gz|bz2|xz|zst|7z|pdf|parquet)$/i;

/**
 * The files that rows name, noted as the rows are written: items that change meanwhile stand in both or in neither. In the
 * items' order, each once.
 */
export class NamedFiles {
  readonly #files = new Map<string, ZippedFile>();

  async *noted(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord, void, void> {
    for await (const record of records) {
      this.#note(record);
      yield record;
    }
  }

  /** When the last row is written. */
  all(): Iterable<ZippedFile> {
    return this.#files.values();
  }

  #note(record: ImportRecord): void {
    const { file } = record;
    if (file === undefined) return;
    const path = filePath(record);
    if (!this.#files.has(path))
      this.#files.set(path, { path, content: file.open, compress: !PACKED.test(path) });
  }
}
