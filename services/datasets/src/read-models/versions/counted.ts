import { type Documents, pagesOf } from '@cairn/kernel';
import { VERSION_HEADS } from './project.js';

const ENOUGH = 10_000;

/** How many versions a dataset has had, deleted ones too. */
export const versionCount = (documents: Pick<Documents, 'count'>, datasetId: string): Promise<number> =>
  documents.count(VERSION_HEADS, { fields: { dataset_id: datasetId, deleted: [true, false] } }, ENOUGH);

const PAGE = 10;

/** Ids of the versions of a dataset that the documents show, page by page. */
export async function* versionIdsOf(
  documents: Pick<Documents, 'findPage'>,
  datasetId: string,
): AsyncGenerator<string, void, void> {
  const seen = { fields: { dataset_id: datasetId, deleted: false, complete: true } };
  for await (const page of pagesOf(documents, VERSION_HEADS, seen, PAGE)) for (const { id } of page) yield id;
}
