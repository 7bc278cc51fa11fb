import type { KeptGraphElement } from '@cairn/contracts';
import { hash } from 'node:crypto';
import { type JobLease, NumbersByDigest, pagesOf, type ServiceTools } from '@cairn/kernel';
import { touchedElements } from '../../domain/content/touched.js';
import { contentId, keyOf, OPEN, spaceOf } from '../../read-models/content/keys.js';
import { EDGES } from '../../read-models/content/project.js';
import { type EdgeRow, knownEdge } from '../../read-models/content/rows.js';
import { changesOfJob } from '../changes-of-job.js';

const ROWS = 100;

type Tools = Pick<ServiceTools, 'documents' | 'log' | 'streams'>;

/** The nodes that a job created and others have connected since: they would stay. At most `most` of them. */
export const connectedSince = async (
  job: string,
  versionId: string,
  tools: Tools,
  lease: Pick<JobLease, 'check'>,
  most: number,
): Promise<readonly KeptGraphElement[]> => {
  const s = spaceOf(contentId(versionId));
  const { created, revisions } = await madeBy(job, versionId, tools, lease);
  const kept = new Set<string>();
  const filter = { fields: { s, until: OPEN } };
  for await (const page of pagesOf(tools.documents, EDGES, filter, ROWS, 'k')) {
    lease.check();
    for (const row of page as readonly EdgeRow[]) {
      if (revisions.has(row.since)) continue;
      const { source, target } = knownEdge(row);
      for (const end of [source, target]) if (created.get(digestOf(end)) !== 0) kept.add(end);
    }
    if (kept.size >= most) break;
  }
  return [...kept].slice(0, most).map((uid) => ({ element: 'node', uid, ...CONNECTED }));
};

const CONNECTED = { code: 'connected_since', message: 'has edges that were created since' };
const digestOf = (uid: string): string => hash('sha256', keyOf(uid), 'hex');

/** The nodes that a job created, and the revisions of its changes. */
const madeBy = async (id: string, version_id: string, tools: Tools, lease: Pick<JobLease, 'check'>) => {
  const created = new NumbersByDigest();
  const revisions = new Set<number>();
  for await (const { revision, data } of changesOfJob({ id, version_id }, tools, lease)) {
    revisions.add(revision);
    const { nodes } = touchedElements(data);
    for (const { uid, was } of nodes) if (was === undefined) created.set(digestOf(uid), 1);
  }
  return { created, revisions };
};
