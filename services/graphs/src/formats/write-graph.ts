import type { ExportContent, FormatName, NotWritten, Output } from './format.js';
import { formats } from './registry.js';

/**
 * A graph as a file of a format, in one of its dialects (the first without one). It is gone over twice: once for the
 * columns, the counts and what is not held, once while the content is read. Nothing of it is held.
 */
export const writeGraph = async (
  content: ExportContent,
  format: FormatName,
  dialect?: string,
): Promise<Output | NotWritten> => {
  const { dialects, write } = formats[format];
  const wanted = dialect ?? dialects[0] ?? '';
  if (!dialects.includes(wanted))
    return { kind: 'refused', message: `${format} is written as ${dialects.join(', ')}` };
  return write(content, wanted);
};
