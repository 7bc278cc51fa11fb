import type { postProcessor, RecordValues } from '@cairn/contracts';
import { type Document, type DocumentsReader, pagesOf } from '@cairn/kernel';
import { postProcessors } from '../post-processors.js';

export const POST_PROCESSORS = postProcessors.asParent.collection;

export type PostProcessorDocument = Document &
  RecordValues<typeof postProcessor.description> & {
    readonly created_at: string;
    readonly updated_at: string;
    readonly deleted: boolean;
  };

const PAGE = 100;

/** The post-processors of a dataset that work, in the order in which they work on an item. */
export const workingOf = async (
  documents: Pick<DocumentsReader, 'findPage'>,
  datasetId: string,
): Promise<readonly PostProcessorDocument[]> => {
  const found: PostProcessorDocument[] = [];
  const filter = { fields: { dataset_id: datasetId, deleted: false, enabled: true } };
  for await (const page of pagesOf(documents, POST_PROCESSORS, filter, PAGE))
    found.push(...(page as readonly PostProcessorDocument[]));
  return found.sort(inOrder);
};

/** By `order`, then the older one first. */
export const inOrder = (one: PostProcessorDocument, other: PostProcessorDocument): number =>
  one.order - other.order ||
  (one.created_at === other.created_at
    ? one.id.localeCompare(other.id)
    : one.created_at.localeCompare(other.created_at));

/** How some are called, deleted ones too. */
export const namesOf = async (
  { today }: { readonly today: Pick<DocumentsReader, 'getMany'> },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = (await today.getMany(POST_PROCESSORS, [...new Set(ids)])) as readonly PostProcessorDocument[];
  return new Map(found.map(({ id, name }) => [id, name]));
};
