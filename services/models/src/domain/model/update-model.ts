import { type Groups, jsonText, withoutAbsent } from '@cairn/assets';
import type { ModelChanges } from '@cairn/contracts';
import { type AssetCaller, type Decision, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { modelAsset, type ModelState } from './state.js';

/** What other streams say about the change. */
export interface UpdateContext {
  /** Whether the version that shall be active is one of the model's. */
  readonly versionIsOwn: boolean;
  /** Why it cannot be of the application that the body names. */
  readonly application: Refusal | undefined;
  /** Those that it is in afterwards; a refusal is told to who may write it. */
  readonly groups: Groups | Refusal;
  readonly caller: AssetCaller;
}

export const decideUpdateModel = (
  state: ModelState,
  body: ModelChanges,
  { versionIsOwn, application, groups, caller }: UpdateContext,
): Decision => {
  const current = modelAsset.mayAccess(caller, state, 'write');
  if (isRefusal(current)) return current;
  const refused = referenceRefused(body, versionIsOwn) ?? application;
  if (refused !== undefined) return refused;
  if (isRefusal(groups)) return groups;
  const shared = modelAsset.changed(current, { body, groups }, caller);
  if (isRefusal(shared)) return shared;
  const { kind, config, application_id, auto_convert, privacy_enabled, active_version_id } = body;
  const text = config === undefined ? undefined : jsonText(config, '/config');
  if (isRefusal(text)) return text;
  const own = { kind, config: text, application_id, auto_convert, privacy_enabled, active_version_id };
  return modelAsset.eventsToReach(current, { ...shared, ...withoutAbsent(own) }, caller.at);
};

const referenceRefused = ({ active_version_id }: ModelChanges, versionIsOwn: boolean): Refusal | undefined =>
  active_version_id !== undefined && !versionIsOwn
    ? refuse('foreign_version', 'active_version_id names no version of this model.')
    : undefined;
