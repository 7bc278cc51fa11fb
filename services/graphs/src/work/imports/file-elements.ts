import { withoutAbsent } from '@cairn/assets';
import type { FileRecord, GraphImportError, GraphImportOptions } from '@cairn/contracts';
import {
  ArchiveUnsafe,
  JobRefused,
  openStored,
  PackedOtherwise,
  type ServiceTools,
  type Source,
} from '@cairn/kernel';
import type { GraphElement, GraphFacts, ReadEnd, ReadEntry, ReadError } from '../../formats/element.js';
import { readSource } from '../../formats/read-source.js';

/** How the file of an import is read: again from its start each time. */
export interface FileReading {
  /**
   * Nodes and edges, in the order of the file, with their places; `tell` is told what it says of the graph itself, and its
   * end. Throws `JobRefused` where it cannot be read.
   */
  elements(tell?: (said: GraphFacts | ReadEnd) => void): AsyncGenerator<readonly GraphElement[], void, void>;
}

/** Reads a file while something is done with it; of an archive there is a copy meanwhile. Throws `JobRefused`. */
export const withFile = async <Result>(
  file: FileRecord,
  options: GraphImportOptions,
  tools: ServiceTools,
  run: (reading: FileReading) => Promise<Result>,
): Promise<Result> => {
  const source = await opened(file, tools);
  try {
    return await run(readingOf(source, options));
  } finally {
    await source.close();
  }
};

const opened = async (
  { file_name: name, sha256, size }: FileRecord,
  tools: ServiceTools,
): Promise<Source> => {
  try {
    return await openStored({ name, sha256, size }, tools, { isGzipRead: true });
  } catch (error) {
    if (error instanceof PackedOtherwise)
      throw new JobRefused('format_not_recognised', `The file is ${error.message}.`);
    if (error instanceof ArchiveUnsafe)
      throw unreadable({ kind: 'error', code: 'archive_invalid', message: error.message });
    throw error;
  }
};

const readingOf = (source: Source, { format }: GraphImportOptions): FileReading => ({
  async *elements(tell = () => undefined) {
    const options = { places: true, ...withoutAbsent({ format }) };
    for await (const batch of readSource(source, options)) {
      const elements = elementsOf(batch, tell);
      if (elements.length > 0) yield elements;
      const last = batch.at(-1);
      if (last?.kind === 'error') throw unreadable(last);
    }
  },
});

/** The nodes and edges of a batch; what it says of the graph, and its end, are told. */
const elementsOf = (
  batch: readonly ReadEntry[],
  tell: (said: GraphFacts | ReadEnd) => void,
): readonly GraphElement[] => {
  for (const entry of batch) if (entry.kind === 'graph' || entry.kind === 'end') tell(entry);
  return batch.filter((entry) => entry.kind === 'node' || entry.kind === 'edge');
};

const unreadable = ({ kind: _, ...error }: ReadError): JobRefused => {
  const { code, message } = error;
  const errors: readonly GraphImportError[] = [error];
  return code === 'format_unknown'
    ? new JobRefused('format_not_recognised', `The format of the file is not known: ${message}.`, errors)
    : new JobRefused(
        'graph_file_invalid',
        `${placeIn(error)}: ${message.replace(/\.$/, '')}. Nothing was stored.`,
        errors,
      );
};

const placeIn = ({ file, line, column }: Omit<ReadError, 'kind'>): string => {
  if (line === undefined) return 'The archive cannot be read';
  return `Line ${line}, column ${column}${file === undefined ? '' : ` of ${file}`}`;
};
