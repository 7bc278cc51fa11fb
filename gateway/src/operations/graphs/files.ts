import {
  type GraphFileFormat,
  graphFileDialects,
  type GraphImportOptions,
  graphJobCommands,
  operations,
} from '@cairn/contracts';
import { type GraphExport, graphExport, graphJobReads, mayExportGraph, writeRefusal } from '@cairn/graphs';
import Negotiator from 'negotiator';
import type { Answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { type Handler, handler } from '../../call/handler.js';
import { notHeldHeader } from '../../http/not-held.js';
import { found, Problem } from '../../problems/problem.js';
import { jobAt } from '../jobs/job-answers.js';
import { resultOf } from '../jobs/job-result.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';

type ImportCall = Call<typeof operations.importGraph>;

const optionsOf = ({
  query: { mode = 'merge', dry_run = false, format },
}: ImportCall): GraphImportOptions => ({
  mode,
  dry_run,
  ...(format === undefined ? {} : { format }),
});

/** 200 with the report when the import is done in time, else 202 with its job. */
const imported = async (call: ImportCall): Promise<Answer> => {
  const { id, version_id } = call.params;
  const job = call.newId('job');
  const file = fileRecord(onlyFile(call.upload));
  const { on_error = 'fail' } = call.query;
  const input = { id, version_id, file, on_error, options: optionsOf(call) };
  await call.write(graphJobCommands.requestImport, input, { location: jobAt(job), id: job });
  return resultOf(call, graphJobReads, job);
};

/** Who may not write the version, or has no room for the file, is refused before it is read. */
export const importGraph: Handler<typeof operations.importGraph> = {
  ...handler(operations.importGraph, imported),
  uploadRefusal: (context, { id = '', version_id = '' }) => writeRefusal(context, { id, version_id }),
  charged: ({ id = '' }) => ({ resource: 'graphs', id }),
};

const mediaTypes: Readonly<Record<string, GraphFileFormat>> = {
  'application/json': 'json',
  'application/graphml+xml': 'graphml',
  'application/gexf+xml': 'gexf',
  'text/csv': 'csv',
};

/** The first format that the caller takes; JSON where none is known. */
const acceptedFormat = (accept: string): GraphFileFormat => {
  const [type = ''] = new Negotiator({ headers: { accept } }).mediaTypes(Object.keys(mediaTypes));
  return mediaTypes[type] ?? 'json';
};

const dialectOf = (format: GraphFileFormat, dialect: string | undefined): string => {
  const dialects: readonly string[] = graphFileDialects[format];
  const wanted = dialect ?? dialects[0] ?? '';
  if (dialects.includes(wanted)) return wanted;
  const message = `is none of ${format}: ${dialects.join(', ')}`;
  throw new Problem('format_unknown', undefined, {
    errors: [{ parameter: 'dialect', code: 'format_unknown', message }],
  });
};

const exported = async (call: Call<typeof operations.exportGraph>): Promise<GraphExport> => {
  const { format = acceptedFormat(call.accept), dialect } = call.query;
  const output = found(await graphExport(call.context, call.params, format, dialectOf(format, dialect)));
  if (output.kind === 'file') return output;
  throw new Problem('graph_not_writable', `The graph cannot be written as ${format}: ${output.message}.`);
};

export const exportGraph = handler(operations.exportGraph, async (call) => {
  const { content, contentType, fileName, notHeld } = await exported(call);
  return {
    kind: 'stream',
    content,
    contentType,
    fileName,
    headers: notHeldHeader(notHeld.map(({ what, count }) => `${what} (${count})`)),
    mayStill: (now) => mayExportGraph(now, call.params),
  };
});
