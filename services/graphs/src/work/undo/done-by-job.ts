import type { GraphContentEvent, KeptGraphElement } from '@cairn/contracts';
import { type JobLease, NumbersByDigest, pagesOf, type ServiceTools } from '@cairn/kernel';
import { touchedElements } from '../../domain/content/touched.js';
import { digestOf } from '../../formats/seen.js';
import { contentId, OPEN, spaceOf } from '../../read-models/content/keys.js';
import { EDGES } from '../../read-models/content/project.js';
import { type EdgeRow, knownEdge } from '../../read-models/content/rows.js';
import { changesOfJob } from '../changes-of-job.js';

const ROWS = 100;
const CONNECTED = { code: 'connected_since', message: 'has edges that were created since' };

type Tools = Pick<ServiceTools, 'documents' | 'log' | 'streams'>;
type Lease = Pick<JobLease, 'check'>;

/** All that a job did to nodes, in flat memory: what of it stays depends on the whole. */
export class DoneByJob {
  readonly #created = new NumbersByDigest();
  readonly #deleted = new NumbersByDigest();
  readonly #revisions = new Set<number>();
  readonly #s: string;

  private constructor(
    private readonly tools: Tools,
    private readonly lease: Lease,
    versionId: string,
  ) {
    this.#s = spaceOf(contentId(versionId));
  }

  static async read(job: string, versionId: string, tools: Tools, lease: Lease): Promise<DoneByJob> {
    const done = new DoneByJob(tools, lease, versionId);
    for await (const { revision, data } of changesOfJob({ id: job, version_id: versionId }, tools, lease)) {
      done.#revisions.add(revision);
      done.#add(data);
    }
    return done;
  }

  /** Without the edges whose nodes come back with other changes of the job. */
  staying(kept: readonly KeptGraphElement[]): readonly KeptGraphElement[] {
    const comesBack = (uid: string): boolean => this.#deleted.get(digestOf(uid)) !== 0;
    return kept.filter(({ missing }) => missing === undefined || !missing.every(comesBack));
  }

  /** The nodes that it created and others have connected since: they stay. At most `most` of them. */
  async connectedSince(most: number): Promise<readonly KeptGraphElement[]> {
    const kept = new Set<string>();
    const filter = { fields: { s: this.#s, until: OPEN } };
    for await (const page of pagesOf(this.tools.documents, EDGES, filter, ROWS, 'k')) {
      this.lease.check();
      for (const row of page as readonly EdgeRow[]) for (const uid of this.#createdAt(row)) kept.add(uid);
      if (kept.size >= most) break;
    }
    return [...kept].slice(0, most).map((uid) => ({ element: 'node', uid, ...CONNECTED }));
  }

  /** The ends of an edge of others that the job created. */
  #createdAt(row: EdgeRow): readonly string[] {
    if (this.#revisions.has(row.since)) return [];
    const { source, target } = knownEdge(row);
    return [source, target].filter((end) => this.#created.get(digestOf(end)) !== 0);
  }

  #add(data: GraphContentEvent['data']): void {
    const { nodes, deletedNodes } = touchedElements(data);
    for (const { uid, was } of nodes) if (was === undefined) this.#created.set(digestOf(uid), 1);
    for (const { uid } of deletedNodes) this.#deleted.set(digestOf(uid), 1);
  }
}
