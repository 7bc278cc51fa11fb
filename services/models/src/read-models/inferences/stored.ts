import { chargedBytes, type Totalled } from '@cairn/assets';
import type { RecordedInference } from '../../domain/inference/decisions.js';
import type { InferenceDocument } from '../documents.js';

export const INFERENCES = 'model_inferences';

/** Bytes that an account is charged for the record itself: of one that was added, for it is as long as who adds it likes. */
export const recordBytes = (recorded: RecordedInference): number =>
  recorded.source === 'added' ? Buffer.byteLength(JSON.stringify(recorded)) : 0;

/** What inferences take, by who made them: files, and records that were added. */
export const totalledInferences: Totalled = {
  collection: INFERENCES,
  totals: 'model_inference_totals',
  // Of up to 8 MB each.
  atOnce: 8,
  chargedOf: (document) => {
    const { user_id, stored_bytes } = document as InferenceDocument;
    return chargedBytes(user_id, stored_bytes);
  },
};
