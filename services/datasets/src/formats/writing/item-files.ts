import type { ExportContent, ImportRecord, OutputFile } from '../format.js';

/**
 * Where an item's file stands in an archive: by its content, so that names stay apart and equal datasets give equal
 * archives.
 */
export const filePath = ({ id = 'item', file, file_name = 'file' }: ImportRecord): string =>
  `files/${file?.sha256?.slice(0, 32) ?? id}/${safeName(file_name)}`;

/** A name that is one part of a path on every system. */
export const safeName = (name: string): string => {
  const safe = name.normalize('NFC').replace(UNSAFE, '_');
  return safe === '' || safe === '.' || safe === '..' ? 'file' : safe;
};

const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu;
const PACKED =
  /\.(?:png|jpe?g|gif|webp|avif|heic|mp3|m4a|aac|ogg|opus|flac|mp4|mov|webm|mkv|zip|gz|bz2|xz|zst|7z|pdf|parquet)$/i;

/** The files of the items, in the items' order, each once. */
export async function* itemFiles(content: ExportContent): AsyncGenerator<OutputFile, void, void> {
  const written = new Set<string>();
  for await (const record of content.records()) {
    const { file } = record;
    const path = filePath(record);
    if (file === undefined || written.has(path)) continue;
    written.add(path);
    yield { path, content: file.open, compress: !PACKED.test(path) };
  }
}
