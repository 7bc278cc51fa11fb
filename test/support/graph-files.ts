import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphImportReport, type Job, operations } from '@cairn/contracts';
import type { ReadAnswer } from './answers.js';
import type { VersionPath } from './content.js';
import type { Person } from './people.js';

const FOLDER = join(__dirname, '../../services/graphs/src/formats/testing/corpus/files');

/** What a tool that wrote a file says of it. */
export interface CorpusFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly nodes: number;
  readonly edges: number;
  readonly format: string;
  readonly dialect: string;
}

const counted = (file: string): Readonly<Record<string, Omit<CorpusFile, 'name' | 'content'>>> =>
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Readonly<
    Record<string, Omit<CorpusFile, 'name' | 'content'>>
  >;

/** The files of Gephi, NetworkX, igraph, yEd, Neo4j, Cytoscape and others. */
export const corpus: readonly CorpusFile[] = readdirSync(FOLDER)
  .filter((file) => file.startsWith('counts.'))
  .flatMap((file) => Object.entries(counted(file)))
  .map(([name, told]) => ({ ...told, name, content: new Uint8Array(readFileSync(join(FOLDER, name))) }));

/** The file of a name in the corpus. */
export const corpusFile = (name: string): CorpusFile => {
  const found = corpus.find((file) => file.name === name);
  if (found === undefined) throw new Error(`the corpus has no ${name}`);
  return found;
};

interface GraphFile {
  readonly name?: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

export type ImportQuery = Readonly<Record<string, string | boolean>>;

/** Sends a file, as the body; what is answered may be its job, or why it was refused. */
export const sendFile = (
  { client }: Pick<Person, 'client'>,
  params: VersionPath,
  { name = 'graph', content }: GraphFile,
  query: ImportQuery = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  client.try('importGraph', {
    ...{ params, query, headers },
    file: { name, contentType: 'application/octet-stream', content },
  });

/** Imports a file and waits for its end. */
export const importedFile = async (
  person: Pick<Person, 'client'>,
  params: VersionPath,
  file: GraphFile,
  query: ImportQuery = {},
): Promise<GraphImportReport> => {
  const { status, body } = await sendFile(person, params, file, query);
  if (status === 200) return body as GraphImportReport;
  if (status !== 202) throw new Error(`the import was refused: ${JSON.stringify(body)}`);
  const job = await overJob(person, (body as Job).id);
  if (job.status !== 'completed') throw new Error(`the import did not complete: ${JSON.stringify(job)}`);
  // The operation answers the same.
  return job.result as GraphImportReport;
};

export const overJob = async ({ client }: Pick<Person, 'client'>, id: string): Promise<Job> => {
  for (;;) {
    const { body } = await client.call('getJob', { params: { id } });
    if (!['queued', 'running'].includes(body.status)) return body;
  }
};

/** What `?format=`, `?dialect=` and the moment of an export are. */
export type ExportQuery = Readonly<Record<string, string | number>>;

/** A version as a file. */
export const exportedFile = async (
  { client }: Pick<Person, 'client'>,
  params: VersionPath,
  query: ExportQuery = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadAnswer & { readonly bytes: Uint8Array<ArrayBuffer> }> => {
  const { path } = operations.exportGraph;
  const answer = await client.send({ method: 'GET', path, params: { ...params }, query, headers });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, text: new TextDecoder().decode(bytes) };
};
