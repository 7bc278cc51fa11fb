import type { Personal } from '@cairn/contracts';
import type { Document } from '@cairn/kernel';

/** A text of a document; `''` when there is none. */
export const textOf = (document: Document, field: string): string => {
  const value = document[field];
  return typeof value === 'string' ? value : '';
};

/** The field with its text; nothing when there is none. */
export const optional = (document: Document, field: string): Readonly<Record<string, string>> => {
  const text = textOf(document, field);
  return text === '' ? {} : { [field]: text };
};

/** A personal text of a projected event, which is opened: what stands for a person is text. */
export const openedText = (value: Personal): string => (typeof value === 'string' ? value : '');
