import type { Steps } from '../clock/steps.js';
import { ByteBound } from './byte-bound.js';
import {
  type Document,
  type FindOptions,
  type FindPageOptions,
  type FoundPage,
  type GotDocuments,
  PAGE_BYTES,
} from './port.js';

/** Documents in order, as many as fit. */
export interface FoundPart extends Omit<FoundPage, 'isEnd'> {
  /** Whether they end because the next one did not fit. */
  readonly isCut: boolean;
}

export interface FindPartOptions extends FindOptions {
  readonly mostBytes: number;
}

/** A page, by one document more than it shows. */
export const pageBy = async (
  { limit, mostBytes = PAGE_BYTES, ...options }: FindPageOptions,
  find: (options: FindPartOptions) => Promise<FoundPart>,
): Promise<FoundPage> => {
  const { documents, isCut, bytes } = await find({ ...options, limit: limit + 1, mostBytes });
  return { documents: documents.slice(0, limit), isEnd: !isCut && documents.length <= limit, bytes };
};

/** A document of which it is known how large it is before it is read. */
export interface SizedDocument {
  /** Of its JSON, UTF-8. */
  readonly bytes: number;
  /** Reads it; what it gives makes a document of what was read. */
  read(this: void): () => Document;
}

/** Reads as many as fit, all of them at once, and then makes the documents. */
export function* fitting(sized: Iterable<SizedDocument>, mostBytes: number): Steps<FoundPart> {
  const bound = new ByteBound(mostBytes);
  const made: (() => Document)[] = [];
  let isCut = false;
  for (const { bytes, read } of sized) {
    isCut = !bound.takes(bytes);
    if (isCut) break;
    made.push(read());
  }
  const documents: Document[] = [];
  for (const make of made) {
    documents.push(make());
    yield;
  }
  return { documents, isCut, bytes: bound.bytes };
}

/** How far ids were gone through for the documents of a part, which are in their order. */
export const gotBy = (ids: readonly string[], { documents, isCut }: FoundPart): GotDocuments => {
  const last = documents.at(-1);
  return { documents, covered: isCut && last !== undefined ? ids.indexOf(last.id) + 1 : ids.length };
};
