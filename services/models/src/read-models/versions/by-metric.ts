import {
  type Document,
  type DocumentsReader,
  type Filter,
  type FindOptions,
  matches,
  type Page,
  type PageRequest,
  totalOf,
} from '@cairn/kernel';
import type { ModelVersionDocument } from '../documents.js';
import { METRIC_RANKS, type MetricRank, metricRankId } from '../metrics/project.js';
import { VERSIONS } from './project.js';

/** So many rows one page looks at, at most: it may end before it is full, and `next` goes on. */
const MOST_EXAMINED = 5_000;
/** So many are asked for at once where a page goes on. */
const ROWS = 500;

/** An order by a metric: `metric:loss`, `-metric:loss`. */
export interface MetricSort {
  readonly name: string;
  readonly sign: '-' | '';
}

/** `undefined` for an order by a field. */
export const metricSortOf = (sort: string): MetricSort | undefined => {
  const sign = sort.startsWith('-') ? '-' : '';
  const by = sort.slice(sign.length);
  return by.startsWith('metric:') ? { sign, name: by.slice('metric:'.length) } : undefined;
};

type Place = NonNullable<FindOptions['after']>;

/** A row that was looked at: where it stands, and the version, if the list has it. */
interface Row {
  readonly place: Place;
  readonly version?: Document | undefined;
}

interface Listed {
  readonly documents: DocumentsReader;
  readonly modelId: string;
  readonly metric: MetricSort;
  readonly filter: Filter;
  readonly limit: number;
}

/** The rows of a collection in its order, a page at a time. */
async function* rowsOf(
  { documents, limit: first }: Pick<Listed, 'documents' | 'limit'>,
  collection: string,
  { filter, sort }: Pick<FindOptions, 'filter' | 'sort'>,
  from: Place | undefined,
  shown: (rows: readonly Document[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, void> {
  let after = from;
  for (let limit = first; ; limit = Math.min(limit * 2, ROWS)) {
    const found = await documents.find(collection, { filter, sort, limit, ...(after && { after }) });
    const rows = await shown(found);
    yield* rows;
    after = rows.at(-1)?.place;
    if (found.length < limit || after === undefined) return;
  }
}

/** Those that have the metric, by its value: a place there is a number. */
const measured = (listed: Listed, after: Place | undefined): AsyncGenerator<Row, void, void> => {
  const { documents, modelId: model_id, metric, filter } = listed;
  const wanted = { filter: { fields: { model_id, name: metric.name } }, sort: `${metric.sign}value` };
  return rowsOf(listed, METRIC_RANKS, wanted, after, async (found) => {
    const ranks = found as readonly MetricRank[];
    const ids = ranks.map(({ model_version_id }) => model_version_id);
    const versions = new Map((await documents.getMany(VERSIONS, ids)).map((each) => [each.id, each]));
    return ranks.map(({ id, value }, index) => {
      const version = versions.get(ids[index] ?? '');
      const isListed = version !== undefined && matches(version, filter);
      return { place: { value, id }, version: isListed ? version : undefined };
    });
  });
};

/** Those that do not have it, newest first: a place there is a time. */
const unmeasured = (listed: Listed, after: Place | undefined): AsyncGenerator<Row, void, void> => {
  const { documents, metric, filter } = listed;
  return rowsOf(listed, VERSIONS, { filter, sort: '-created_at' }, after, async (found) => {
    const versions = found as readonly ModelVersionDocument[];
    const ids = versions.map(({ id }) => metricRankId(id, metric.name));
    const ranked = new Set((await documents.getMany(METRIC_RANKS, ids)).map(({ id }) => id));
    return versions.map((version, index) => ({
      place: { value: version.created_at, id: version.id },
      version: ranked.has(ids[index] ?? '') ? undefined : version,
    }));
  });
};

async function* inOrder(listed: Listed, after: Place | undefined): AsyncGenerator<Row, void, void> {
  const isMeasured = after === undefined || typeof after.value === 'number';
  if (isMeasured) yield* measured(listed, after);
  yield* unmeasured(listed, isMeasured ? undefined : after);
}

/**
 * A page of versions by the latest value of a metric, and then of those that have none: one scan of an index, and those
 * that go on where it finds what the list does not have.
 */
export const pageByMetric = async (
  documents: DocumentsReader,
  modelId: string,
  metric: MetricSort,
  filter: Filter,
  page: PageRequest,
): Promise<Page<Document>> => {
  const { limit, after } = page;
  const { elements, next } = await taken(
    inOrder({ documents, modelId, metric, filter, limit: limit + 1 }, after),
    limit,
  );
  if (after === undefined && next === undefined)
    return { elements, total: elements.length, totalExact: true };
  return { elements, ...(next && { next }), ...(await totalOf(documents, VERSIONS, filter, page)) };
};

/** Versions until a page is full or enough was looked at; and where it ends, when there are more. */
const taken = async (
  rows: AsyncIterable<Row>,
  limit: number,
): Promise<Pick<Page<Document>, 'elements' | 'next'>> => {
  const elements: Document[] = [];
  let last: Place | undefined;
  let examined = 0;
  for await (const { place, version } of rows) {
    examined += 1;
    if (version !== undefined && elements.length === limit) return { elements, ...(last && { next: last }) };
    if (version !== undefined) {
      elements.push(version);
      last = place;
    }
    if (examined === MOST_EXAMINED) return { elements, next: place };
  }
  return { elements };
};
