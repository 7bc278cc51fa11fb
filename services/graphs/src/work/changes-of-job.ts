import type { GraphContentEvent } from '@cairn/contracts';
import { type JobLease, pagesOf, type ServiceTools, unlessRefused, untilReached } from '@cairn/kernel';
import { changeAt } from '../application/content/change-at.js';
import { touchedElements } from '../domain/content/touched.js';
import { contentId, spaceOf } from '../read-models/content/keys.js';
import { CHANGES } from '../read-models/content/project.js';
import type { ChangeRow } from '../read-models/content/rows.js';

const ROWS = 100;

type Tools = Pick<ServiceTools, 'documents' | 'log' | 'streams'>;
type Holding = Pick<JobLease, 'check'>;

/** A job, and the version whose content it changes. */
export interface JobOfVersion {
  readonly id: string;
  readonly version_id: string;
}

/** The changes of a content that a job made, as far as the read models have them, in their order. */
export async function* changesOfJob(
  { id, version_id }: JobOfVersion,
  tools: Tools,
  lease: Holding,
): AsyncGenerator<{ readonly revision: number; readonly data: GraphContentEvent['data'] }, void, void> {
  const filter = { fields: { s: spaceOf(contentId(version_id)), job: id } };
  for await (const page of pagesOf(tools.documents, CHANGES, filter, ROWS, 'revision'))
    for (const { revision } of page as readonly ChangeRow[]) {
      lease.check();
      const { data } = unlessRefused(await changeAt(tools, version_id, revision));
      yield { revision, data };
    }
}

/** How many elements a job created or changed, and how many it deleted. */
export interface Landed {
  readonly put: number;
  readonly deleted: { readonly nodes: number; readonly edges: number };
}

/** Once the read models have all that there is. */
export const landedBy = async (
  job: JobOfVersion,
  tools: Tools & Pick<ServiceTools, 'reached'>,
  lease: Holding,
): Promise<Landed> => {
  await untilReached(await tools.log.head(), tools, () => lease.check());
  let put = 0;
  const deleted = { nodes: 0, edges: 0 };
  for await (const { data } of changesOfJob(job, tools, lease)) {
    const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
    put += nodes.length + edges.length;
    deleted.nodes += deletedNodes.length;
    deleted.edges += deletedEdges.length;
  }
  return { put, deleted };
};
