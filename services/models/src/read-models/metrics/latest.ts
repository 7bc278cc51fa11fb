import type { Metric } from '@cairn/contracts';
import type { Document, QueryContext } from '@cairn/kernel';
import { LATEST_METRICS, latestMetricsId } from './project.js';

type LatestDocument = Document & { readonly metrics: Readonly<Record<string, Metric>> };

/** The last point of each name, by name. */
export const latestMetrics = async (
  { documents }: Pick<QueryContext, 'documents'>,
  versionId: string,
): Promise<readonly Metric[]> => {
  const found = (await documents.get(LATEST_METRICS, latestMetricsId(versionId))) as
    | LatestDocument
    | undefined;
  return Object.values(found?.metrics ?? {}).sort((one, other) => (one.name < other.name ? -1 : 1));
};
