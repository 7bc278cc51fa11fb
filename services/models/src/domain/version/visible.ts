import { notFound, type Refusal } from '@cairn/kernel';
import type { KnownVersion, VersionState } from './state.js';

/** The version when it is one of the model's and seen; one of another model is not found (S2). */
export const visibleVersion = (
  state: VersionState,
  modelId: string,
  deletedToo = false,
): KnownVersion | Refusal =>
  state.status === 'none' || state.model_id !== modelId || (state.status !== 'live' && !deletedToo)
    ? notFound()
    : state;
