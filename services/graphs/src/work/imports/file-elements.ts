import { withoutAbsent } from '@cairn/assets';
import type { FileRecord, GraphImportError, GraphImportOptions } from '@cairn/contracts';
import { JobRefused, type ServiceTools } from '@cairn/kernel';
import type { GraphElement, GraphFacts, ReadEnd, ReadEntry, ReadError } from '../../formats/element.js';
import { readGraph } from '../../formats/read-graph.js';

/** How the file of an import is read: again from its start each time. */
export interface FileReading {
  /**
   * Nodes and edges, in the order of the file, with their places; `tell` is told what it says of the graph itself. Throws
   * `JobRefused` where it cannot be read.
   */
  elements(tell?: (facts: GraphFacts) => void): AsyncGenerator<readonly GraphElement[], ReadEnd, void>;
}

export const fileReading = (
  { sha256 }: FileRecord,
  { format }: GraphImportOptions,
  { blobs }: Pick<ServiceTools, 'blobs'>,
): FileReading => ({
  async *elements(tell = () => undefined) {
    const bytes = await blobs.open(sha256);
    const options = { places: true, ...withoutAbsent({ format }) };
    for await (const batch of readGraph(bytes, options)) {
      const elements = elementsOf(batch, tell);
      if (elements.length > 0) yield elements;
      const last = batch.at(-1);
      if (last?.kind === 'error') throw unreadable(last);
      if (last?.kind === 'end') return last;
    }
    throw new Error('the file had no end');
  },
});

/** The nodes and edges of a batch; what it says of the graph is told. */
const elementsOf = (
  batch: readonly ReadEntry[],
  tell: (facts: GraphFacts) => void,
): readonly GraphElement[] => {
  for (const entry of batch) if (entry.kind === 'graph') tell(entry);
  return batch.filter((entry) => entry.kind === 'node' || entry.kind === 'edge');
};

const unreadable = ({ code, message, line, column }: ReadError): JobRefused => {
  const errors: readonly GraphImportError[] = [{ line, column, code, message }];
  const at = `Line ${line}, column ${column}: ${message.replace(/\.$/, '')}.`;
  return code === 'format_unknown'
    ? new JobRefused('format_not_recognised', `The format of the file is not known: ${message}.`, errors)
    : new JobRefused('graph_file_invalid', `${at} Nothing was stored.`, errors);
};
