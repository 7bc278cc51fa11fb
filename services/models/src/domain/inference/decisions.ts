import {
  type FileRecord,
  type InferenceChanges,
  type InferenceEvent,
  inferenceStreamEvents,
} from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, notFound, type Refusal, refuse } from '@cairn/kernel';
import type { InferenceState, KnownInference } from './state.js';

const events = inferenceStreamEvents;

/** What is told of one, the input whether or not it may be kept. */
export type RecordedInference = Extract<InferenceEvent, { readonly type: 'InferenceRecorded' }>['data'];

/** What a file is called is sealed with what was asked; the rest of it is needed without the key. */
const nameApart = (file: FileRecord) => ({
  file: { ...file, file_name: '' },
  ...(file.file_name === '' ? {} : { file_name: file.file_name }),
});

/** Of a private one neither the text nor the file is told (SPEC-26). */
export const decideRecord = (state: InferenceState, recorded: RecordedInference): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is an inference of this id.');
  const { input_text: _text, file, ...withoutInput } = recorded;
  if (recorded.privacy_enabled) return [events.InferenceRecorded.of(withoutInput)];
  return [events.InferenceRecorded.of(file === undefined ? recorded : { ...recorded, ...nameApart(file) })];
};

/** Who may change it is who made it; others who may know of it are told so. */
export const ownInference = (
  state: InferenceState,
  userId: string,
  mayKnow: boolean,
): KnownInference | Refusal => {
  if (state.status !== 'live') return notFound();
  if (state.user_id === userId) return state;
  return mayKnow ? notOwn() : notFound();
};

export const notOwn = (): Refusal =>
  refuse('forbidden', 'You may see this inference, but it is somebody else’s.');

export const privateInference = (): Refusal =>
  refuse('inference_private', 'The model is private: what it is asked about is not kept.');

type Settable = Pick<KnownInference, 'name' | 'description' | 'hidden' | 'error_reported'>;

export const decideUpdateInference = (
  current: KnownInference | Refusal,
  body: InferenceChanges,
): Decision => {
  if (isRefusal(current)) return current;
  const changes = changedFields<Settable>(current, body);
  return Object.keys(changes).length === 0 ? [] : [events.InferenceUpdated.of({ changes })];
};

/** The file that it was made of: set once. */
export const decideSetFile = (current: KnownInference | Refusal, file: FileRecord): Decision => {
  if (isRefusal(current)) return current;
  if (current.privacy_enabled) return privateInference();
  if (current.file?.sha256 === file.sha256) return [];
  return current.file === null
    ? [events.InferenceFileSet.of({ id: current.id, ...nameApart(file) })]
    : refuse('inference_has_file', 'The inference has the file that it was made of.');
};

export const decideDeleteInference = (current: KnownInference | Refusal): Decision =>
  isRefusal(current) ? current : [events.InferenceDeleted.of({})];
