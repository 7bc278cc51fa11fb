import { type Document, type DocumentsReader, pagesOf } from '@cairn/kernel';

const AT_ONCE = 1_000;

/** All documents with these values, by their creation, however many there are. */
export const everyOf = async (
  documents: Pick<DocumentsReader, 'findPage'>,
  collection: string,
  fields: Readonly<Record<string, string | boolean | readonly string[]>>,
): Promise<readonly Document[]> => {
  const found: Document[] = [];
  for await (const page of pagesOf(documents, collection, { fields }, AT_ONCE)) found.push(...page);
  return found;
};
