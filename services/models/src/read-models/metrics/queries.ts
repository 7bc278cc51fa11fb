import type { Metric } from '@cairn/contracts';
import {
  type Document,
  mapPage,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
} from '@cairn/kernel';
import { modelVersionReads } from '../../models.js';
import { keptOrder, type Sorted, withoutOrder } from './order.js';
import { METRICS } from './project.js';

export interface MetricFilters {
  readonly name?: string | undefined;
  readonly split_id?: string | undefined;
  /** Of the time at which it was measured. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type MetricDocument = Document & Metric & Sorted;

/** The points of a version; `undefined` when the caller may not know of it. */
export const metricsOfVersion = async (
  context: QueryContext,
  { id: model_id, version_id }: { readonly id: string; readonly version_id: string },
  page: PageRequest,
  { from, to, ...fields }: MetricFilters = {},
): Promise<Page<Metric> | undefined> => {
  if ((await modelVersionReads.readable(context, model_id, version_id)) === undefined) return undefined;
  // A time with more behind it stands where the time itself stands among the others.
  const times = sent({ from: timeOf(from), to: timeOf(to) });
  const measured = Object.keys(times).length === 0 ? {} : { by_timestamp: times };
  const filter = { fields: { model_version_id: version_id, ...sent(fields), ...measured } };
  const found = await pageOf(context.today, METRICS, filter, { ...page, sort: keptOrder(page.sort) });
  return mapPage(found, (document) => withoutOrder(document as MetricDocument));
};

/** As it is kept: UTC with milliseconds. */
const timeOf = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();
