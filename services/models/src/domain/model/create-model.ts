import { type Groups, jsonText, withoutAbsent } from '@cairn/assets';
import { type ModelInput, modelStreamEvents } from '@cairn/contracts';
import { type Caller, type Decision, isRefusal, type Refusal } from '@cairn/kernel';
import { modelAsset, type ModelState } from './state.js';

/** What a new model is made of. */
export interface NewModel {
  readonly id: string;
  readonly body: ModelInput;
  /** Those that the caller may put it into. */
  readonly groups: Groups;
  /** Why it cannot be of the application that the body names. */
  readonly application: Refusal | undefined;
}

/** A model begins without a version. */
export const decideCreateModel = (
  state: ModelState,
  { application, ...made }: NewModel,
  caller: Caller,
): Decision => {
  const created = modelAsset.created(state, { ...made, versionId: '' }, caller);
  if (isRefusal(created)) return created;
  if (application !== undefined) return application;
  const own = { ...NOTHING_SAID, ...ownOf(made.body) };
  const config = jsonText(own.config, '/config');
  if (isRefusal(config)) return config;
  return [modelStreamEvents.ModelCreated.of({ ...created, ...own, config })];
};

const NOTHING_SAID = {
  kind: '',
  config: '' as NonNullable<ModelInput['config']>,
  application_id: '',
  auto_convert: false,
  privacy_enabled: false,
};

const ownOf = ({ kind, config, application_id, auto_convert, privacy_enabled }: ModelInput) =>
  withoutAbsent({ kind, config, application_id, auto_convert, privacy_enabled });
