import { type ApplicationChanges, type ApplicationInput, applicationStreamEvents } from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, type Principal, type Refusal, refuse } from '@cairn/kernel';
import type { ApplicationContent, ApplicationState, KnownApplication } from './state.js';

const { ApplicationCreated, ApplicationUpdated, ApplicationDeleted, ApplicationRestored } =
  applicationStreamEvents;

const nothingSaid: Omit<ApplicationContent, 'name'> = {
  description: '',
  base_framework: '',
  base_framework_version: '',
  framework: '',
  framework_version: '',
  application: '',
  inference_host: '',
  inference_extensions: '',
  can_convert_to_onnx: false,
  can_convert_to_onnx_int8: false,
  can_convert_to_coreml: false,
  can_convert_to_tensorflow: false,
  can_convert_to_tflite: false,
  continual_training: false,
  has_embedding_support: false,
  has_labels_file: false,
  model_container: false,
  disabled: false,
};

export const decideCreate = (
  state: ApplicationState,
  id: string,
  body: ApplicationInput,
  principal: Principal,
): Decision => {
  const refusal = notAllowed(principal);
  if (refusal !== undefined) return refusal;
  if (state.status !== 'none') return refuse('conflict', 'There is an application of this id.');
  return [ApplicationCreated.of({ id, ...nothingSaid, ...body })];
};

export const decideUpdate = (
  state: ApplicationState,
  { id: _, ...wanted }: ApplicationChanges,
  principal: Principal,
): Decision => {
  const current = live(state, principal);
  if (isRefusal(current)) return current;
  const changes = changedFields<ApplicationContent>(current.content, wanted);
  return Object.keys(changes).length === 0 ? [] : [ApplicationUpdated.of({ changes })];
};

export const decideDelete = (state: ApplicationState, principal: Principal): Decision => {
  const current = live(state, principal);
  return isRefusal(current) ? current : [ApplicationDeleted.of({})];
};

export const decideRestore = (state: ApplicationState, principal: Principal): Decision => {
  const refusal = notAllowed(principal);
  if (refusal !== undefined) return refusal;
  if (state.status === 'none') return notFound();
  if (state.status === 'live') return refuse('not_deleted', 'The application is not deleted.');
  return [ApplicationRestored.of({})];
};

const live = (state: ApplicationState, principal: Principal): KnownApplication | Refusal =>
  notAllowed(principal) ?? (state.status === 'live' ? state : notFound());

const notFound = (): Refusal => refuse('not_found', 'There is nothing at this address.');

/** Applications are the administrators'. The gateway asks the same before: this is what decides. */
const notAllowed = ({ administrator }: Principal): Refusal | undefined =>
  administrator ? undefined : refuse('forbidden', 'Only an administrator may do that.');
