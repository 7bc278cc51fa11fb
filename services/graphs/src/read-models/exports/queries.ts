import type { GraphFileFormat } from '@cairn/contracts';
import { type QueryContext, safeName } from '@cairn/kernel';
import type { NotWritten, Output } from '../../formats/format.js';
import { writeGraph } from '../../formats/write-graph.js';
import { graphVersionReads } from '../../graphs.js';
import { contentThen } from '../content/moment.js';
import { exportedContent } from './content.js';

/** The version that is exported. */
export interface ExportedVersion {
  readonly id: string;
  readonly version_id: string;
}

/** A file on its way; it is made while it is read. */
export type GraphExport = Output & {
  /** With its extension. */
  readonly fileName: string;
};

/** Whether what is being exported may still be read. */
export const mayExportGraph = async (
  context: QueryContext,
  { id, version_id }: ExportedVersion,
): Promise<boolean> => (await graphVersionReads.readable(context, id, version_id)) !== undefined;

/** The content of a version as a file, at the moment that is read. `undefined` for who may not know of it. */
export const graphExport = async (
  context: QueryContext,
  path: ExportedVersion,
  format: GraphFileFormat,
  dialect: string,
): Promise<GraphExport | NotWritten | undefined> => {
  const { id, version_id } = path;
  const found = await graphVersionReads.readable(context, id, version_id);
  if (found === undefined) return undefined;
  const content = await contentThen(context, version_id);
  const { losses, ...exported } = await exportedContent(context.today, content);
  const output = await writeGraph(exported, format, dialect);
  if (output.kind === 'refused') return output;
  const { asset, document, number } = found;
  const name = [asset.name, document.version === '' ? String(number) : document.version]
    .map(safeName)
    .join('-');
  const notHeld = [...output.notHeld, ...losses];
  return { ...output, notHeld, fileName: `${name}${output.extension}` };
};
