import {
  graphCommands,
  type GraphImportOptions,
  type GraphImportReport,
  graphJobCommands,
} from '@cairn/contracts';
import { derivedId, type Document, freshId, openDiskBlobs, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { join } from 'node:path';
import type { FormatName } from '../formats/format.js';
import { textOf } from '../formats/testing/reading.js';
import { type GraphExport, graphExport } from '../read-models/exports/queries.js';
import { graphsService } from '../service.js';
import type { VersionPath } from './content-under-test.js';
import { jobWork } from '../work/job-worker.js';

const SOON = { lookEveryMs: 5, heartbeatMs: 1_000, cursorMs: 1_000, againAfterMs: 20 };

/** For specs: the service with a worker, and somebody who imports files and exports them. */
export class FilesUnderTest {
  readonly me: Principal = someone();
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  private constructor(readonly running: ServiceUnderTest) {
    this.#ended = jobWork(running.tools, SOON).run(this.#stop.signal);
  }

  static async start(): Promise<FilesUnderTest> {
    const blobs = ({ folder }: { readonly folder: string }) =>
      openDiskBlobs({ folder: join(folder, 'blobs') });
    return new FilesUnderTest(await ServiceUnderTest.of({ ...graphsService, work: () => [] }, { blobs }));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await this.running.stop();
  }

  /** The path of a version without content. */
  async version(): Promise<VersionPath> {
    const id = freshId();
    await this.running.done(this.me, graphCommands.createGraph, { body: { name: 'birds' } }, id);
    return { id: derivedId(id, 'graph', 0), version_id: derivedId(id, 'version', 0) };
  }

  /** The job of an import, once it is over. */
  async tried(
    path: VersionPath,
    content: string | Uint8Array,
    options: Partial<GraphImportOptions> = {},
  ): Promise<Document> {
    const { blobs } = this.running.tools;
    const bytes = Buffer.from(content);
    const stored = await blobs.put(piece(bytes), { maxBytes: bytes.length + 1 });
    const file = { ...stored, content_type: 'application/octet-stream', file_name: 'graph' };
    const asked = { mode: 'merge', dry_run: false, ...options } as const;
    const input = { ...path, file, on_error: 'fail' as const, options: asked };
    const id = freshId();
    await this.running.done(this.me, graphJobCommands.requestImport, input, id);
    return this.#over(derivedId(id, 'job', 0));
  }

  /** What an import did, which must be done. */
  async imported(...asked: Parameters<FilesUnderTest['tried']>): Promise<GraphImportReport> {
    const job = await this.tried(...asked);
    if (job['status'] !== 'completed') throw new Error(JSON.stringify(job['error'] ?? job));
    return job['result'] as Document & GraphImportReport;
  }

  /** The job that undoes an import, once it is over. */
  async undone(path: VersionPath, job_id: string): Promise<Document> {
    const id = freshId();
    const input = { ...path, job_id, on_error: 'fail' as const };
    await this.running.done(this.me, graphJobCommands.requestUndo, input, id);
    return this.#over(derivedId(id, 'job', 0));
  }

  async exported(
    path: VersionPath,
    format: FormatName,
    dialect: string,
    at?: string,
  ): Promise<GraphExport & { readonly text: string }> {
    const context = at === undefined ? this.running.reading(this.me) : this.running.readingAt(this.me, at);
    const output = await graphExport(context, path, format, dialect);
    if (output?.kind !== 'file') throw new Error(output?.message ?? 'there is no such version');
    return { ...output, text: await textOf(output) };
  }

  async #over(id: string): Promise<Document> {
    const { tools } = this.running;
    for (;;) {
      const job = await tools.documents.get('graph_jobs', id);
      if (job !== undefined && OVER.some((status) => status === job['status'])) {
        await tools.reached(await tools.log.head(), 10_000);
        return job;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

const OVER = ['completed', 'failed', 'cancelled'];

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
