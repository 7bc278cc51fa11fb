import type { Document } from '@cairn/kernel';

/** A text of a document; `''` when there is none. */
export const textOf = (document: Document, field: string): string => {
  const value = document[field];
  return typeof value === 'string' ? value : '';
};
