import type { ExportContent, ImportRecord, OutputFile } from '../format.js';

/** Where an item's file stands in an archive: the id keeps names apart without remembering them all. */
export const filePath = (record: ImportRecord): string =>
  `files/${record.id ?? 'item'}/${safeName(record.file_name ?? 'file')}`;

/** A name that is one part of a path on every system. */
export const safeName = (name: string): string => {
  const safe = name.replace(UNSAFE, '_');
  return safe === '' || safe === '.' || safe === '..' ? 'file' : safe;
};

const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu;
const PACKED =
  /\.(?:png|jpe?g|gif|webp|avif|heic|mp3|m4a|aac|ogg|opus|flac|mp4|mov|webm|mkv|zip|gz|bz2|xz|zst|7z|pdf|parquet)$/i;

/** The files of the items, in the items' order. */
export async function* itemFiles(content: ExportContent): AsyncGenerator<OutputFile, void, void> {
  for await (const record of content.records()) {
    const { file } = record;
    if (file !== undefined) yield outputOf(filePath(record), file.open);
  }
}

const outputOf = (path: string, content: OutputFile['content']): OutputFile => ({
  path,
  content,
  compress: !PACKED.test(path),
});
