import type { GraphStats, GraphValidation } from '@cairn/contracts';
import type { DocumentsReader } from '@cairn/kernel';
import { digestOf } from '../../formats/seen.js';
import type { GraphJob } from '../../domain/job/state.js';
import { type GraphJobDocument, GRAPH_JOBS } from './project.js';

type Reader = Pick<DocumentsReader, 'find'>;

/** So many of the last results are looked at for one of a certain revision. */
const LOOKED_AT = 10;

/** The last jobs of a kind that were completed on a version, up to a time; the last one first. */
const lastCompleted = async (
  documents: Reader,
  of: Pick<GraphJob, 'kind' | 'version_id'>,
  limit: number,
  upTo?: string,
): Promise<readonly GraphJobDocument[]> => {
  // Times have milliseconds, and a range ends before its end.
  const to = upTo === undefined ? undefined : new Date(Date.parse(upTo) + 1).toISOString();
  const filter = {
    fields: { ...of, status: 'completed', ...(to === undefined ? {} : { completed_at: { to } }) },
  };
  const jobs = await documents.find(GRAPH_JOBS, { filter, sort: '-completed_at', limit });
  return jobs as readonly GraphJobDocument[];
};

/** What a job computed of the content of a version, and when it was done. */
export interface MeasuredByJob {
  readonly stats: GraphStats;
  readonly at: string;
}

const measured = async (
  documents: Reader,
  version_id: string,
  limit: number,
  upTo?: string,
): Promise<readonly MeasuredByJob[]> => {
  const jobs = await lastCompleted(documents, { kind: 'measure_graph', version_id }, limit, upTo);
  // The work that computes statistics answers them.
  return jobs.map(({ result, completed_at: at }) => ({ stats: result as GraphStats, at }));
};

/** The last statistics that a job computed of a version, up to a time. */
export const measuredLast = async (
  documents: Reader,
  versionId: string,
  upTo?: string,
): Promise<MeasuredByJob | undefined> => (await measured(documents, versionId, 1, upTo))[0];

/** The statistics that one of the last jobs computed at a revision. */
export const measuredAt = async (
  documents: Reader,
  versionId: string,
  revision: number,
): Promise<GraphStats | undefined> =>
  (await measured(documents, versionId, LOOKED_AT)).find(({ stats }) => stats.revision === revision)?.stats;

/** Whether one of the last jobs found no flaw in the content of a version at a revision under a schema. */
export const isValidated = async (
  documents: Reader,
  version_id: string,
  { revision, schema }: { readonly revision: number; readonly schema: string },
): Promise<boolean> => {
  const jobs = await lastCompleted(documents, { kind: 'validate_graph', version_id }, LOOKED_AT);
  const digest = digestOf(schema);
  return jobs.some(({ result, schema_digest }) => {
    // The work that validates answers what it found.
    const found = result as GraphValidation;
    return schema_digest === digest && found.revision === revision && found.flaw_count === 0;
  });
};
