import type { Source, ZippedFile } from '@cairn/kernel';
import { folderOf } from './item-file.js';

/** Stands beside the tables of an archive that Cairn wrote, and says so: their texts have the `'` that it put before formulas. */
export const MARK_FILE = 'cairn.json';

const MARK = { written_by: 'cairn', guarded: true } as const;
/** More than a mark takes. */
const MOST_BYTES = 4096;

export const markFile = (): ZippedFile => ({
  path: MARK_FILE,
  content: async () => once(Buffer.from(`${JSON.stringify(MARK)}\n`)),
  compress: true,
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/** Whether a mark stands beside a file of an archive. */
export const isMarked = async (source: Source, file: string): Promise<boolean> => {
  const path = folderOf(file) + MARK_FILE;
  if (!source.archive || !source.has(path) || source.size(path) > MOST_BYTES) return false;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await source.open(path)) chunks.push(chunk);
  return isMark(Buffer.concat(chunks).toString());
};

const isMark = (text: string): boolean => {
  try {
    const told = JSON.parse(text) as { readonly [Field in keyof typeof MARK]?: unknown } | null;
    return told?.written_by === MARK.written_by && told.guarded === MARK.guarded;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};
