import { type FileRecord, type InferenceEvent, inferenceStreamEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** What is decided on: input and answers stand sealed in the stream, and are of no account here. */
export interface KnownInference {
  readonly status: 'live' | 'deleted';
  readonly id: string;
  readonly model_id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly privacy_enabled: boolean;
  readonly name: string;
  readonly description: string;
  readonly hidden: boolean;
  readonly error_reported: boolean;
  readonly file: FileRecord | null;
}

export type InferenceState = { readonly status: 'none' } | KnownInference;

const evolve = (state: InferenceState, event: InferenceEvent): InferenceState => {
  if (event.type === 'InferenceRecorded') {
    const { id, model_id, user_id, organization_id, privacy_enabled, name, description, file } = event.data;
    return {
      ...{ id, model_id, user_id, organization_id, privacy_enabled, name, description },
      ...{ status: 'live', hidden: false, error_reported: false, file: file ?? null },
    };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'InferenceUpdated':
      return { ...state, ...event.data.changes };
    case 'InferenceFileSet':
      return { ...state, file: event.data.file };
    case 'InferenceDeleted':
      return { ...state, status: 'deleted', file: null };
  }
};

/** `inference-<id>`: what a model answered once. */
export const inference = aggregate<InferenceState, InferenceEvent>({
  category: 'inference',
  events: Object.values(inferenceStreamEvents),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve,
});
