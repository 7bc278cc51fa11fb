import { atOnce, type Steps } from '../clock/steps.js';
import { changeDocument, idOf } from './changes.js';
import type { Change, Document } from './port.js';

/** Collection → id → document. */
export type DocumentMaps = Map<string, Map<string, Document>>;

/**
 * Applies changes in order to documents in memory: reads as of a time are the same projection over the streams up to
 * then. Changes the maps in place. Throws `ChangeRefused` when a change does not fit its document.
 */
export const applyChanges = (documents: DocumentMaps, changes: readonly Change[]): void =>
  atOnce(applyInSteps(documents, changes));

/** As `applyChanges`, one after the other. */
export function* applyInSteps(documents: DocumentMaps, changes: readonly Change[]): Steps<void> {
  for (const change of changes) {
    const collection = collectionOf(documents, change.collection);
    const changed = changeDocument(collection.get(idOf(change)), change);
    if (changed === undefined) collection.delete(idOf(change));
    else collection.set(changed.id, changed);
    yield;
  }
}

const collectionOf = (documents: DocumentMaps, name: string): Map<string, Document> => {
  const present = documents.get(name);
  if (present) return present;
  const empty = new Map<string, Document>();
  documents.set(name, empty);
  return empty;
};
