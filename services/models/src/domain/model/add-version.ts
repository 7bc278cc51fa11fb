import { modelStreamEvents } from '@cairn/contracts';
import { type AssetCaller, type Decision, isRefusal, type Refusal } from '@cairn/kernel';
import { modelAsset, type ModelState } from './state.js';

const { ModelVersionAdded, ModelVersionActivated } = modelStreamEvents;

/**
 * Takes a version that was just made into the model, under the next number: the model's stream gives the numbers, so that
 * they have no gaps however many are made at once. The first is active.
 */
export const decideAddVersion = (
  state: ModelState,
  version_id: string,
  caller: AssetCaller,
  refused?: (model: Exclude<ModelState, { readonly status: 'none' }>) => Refusal | undefined,
): Decision => {
  const current = modelAsset.mayAccess(caller, state, 'write');
  if (isRefusal(current)) return current;
  const refusal = refused?.(current);
  if (refusal !== undefined) return refusal;
  const { version_count, active_version_id } = current;
  return [
    ModelVersionAdded.of({ version_id, version_number: version_count + 1 }),
    ...(active_version_id === '' ? [ModelVersionActivated.of({ version_id, previous: '' })] : []),
  ];
};
