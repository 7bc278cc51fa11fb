import type { GraphImportOptions, GraphImportReport } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';
import { bytesOf, type ServiceUnderTest } from '@cairn/kernel/testkit';
import type { FormatName } from '../formats/format.js';
import { type GraphExport, graphExport } from '../read-models/exports/queries.js';
import { type EndedJob, WorkingGraphs } from '../work/testing/working-graphs.js';
import type { VersionPath } from './content-under-test.js';

/** As large as those of the service. */
const PARTS = { elements: 1_000, characters: 250_000 };

/** For specs: the service with a worker, and somebody who imports files and exports them. */
export class FilesUnderTest {
  private constructor(private readonly working: WorkingGraphs) {
    working.startWorker({}, { size: PARTS });
  }

  static async start(): Promise<FilesUnderTest> {
    return new FilesUnderTest(await WorkingGraphs.start());
  }

  get running(): ServiceUnderTest {
    return this.working.content.running;
  }

  get me(): Principal {
    return this.working.content.me;
  }

  stop(): Promise<void> {
    return this.working.stop();
  }

  /** The path of a version without content. */
  version(): Promise<VersionPath> {
    return this.working.content.version();
  }

  /** The job of an import, once it is over. */
  tried(
    path: VersionPath,
    content: string | Uint8Array,
    options: Partial<GraphImportOptions> = {},
  ): Promise<EndedJob> {
    return this.working.imported(path, { content, ...options });
  }

  /** What an import did, which must be done. */
  async imported(...asked: Parameters<FilesUnderTest['tried']>): Promise<GraphImportReport> {
    const job = await this.tried(...asked);
    if (job.status !== 'completed') throw new Error(`${job.error_code}: ${job.message}`);
    return job.result;
  }

  /** The job that undoes an import, once it is over. */
  undone(path: VersionPath, job_id: string): Promise<EndedJob> {
    return this.working.undone(path, job_id);
  }

  async exported(
    path: VersionPath,
    format: FormatName,
    dialect: string,
    at?: string,
  ): Promise<GraphExport & { readonly bytes: Buffer; readonly text: string }> {
    const context = at === undefined ? this.running.reading(this.me) : this.running.readingAt(this.me, at);
    const output = await graphExport(context, path, format, dialect);
    if (output?.kind !== 'file') throw new Error(output?.message ?? 'there is no such version');
    const bytes = await bytesOf(output.content);
    return { ...output, bytes, text: bytes.toString() };
  }
}
