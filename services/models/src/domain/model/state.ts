import { asset, type AssetState, type KnownAsset } from '@cairn/assets';
import { modelAssetEvents, type ModelEvent, modelStreamEvents } from '@cairn/contracts';
import { aggregate, type EventFacts } from '@cairn/kernel';

/** A model as its stream tells it. */
export interface KnownModel extends KnownAsset {
  readonly kind: string;
  readonly config: string;
  /** Empty: of none. */
  readonly application_id: string;
  readonly auto_convert: boolean;
  readonly privacy_enabled: boolean;
  /** How many versions it has had, deleted ones too: the number of the last. */
  readonly version_count: number;
}

export type ModelState = AssetState<KnownModel>;

/** Models as assets. */
export const modelName = { resource: 'models', called: 'model' } as const;
export const modelAsset = asset<KnownModel>({ ...modelName, events: modelAssetEvents });

const evolve = (state: ModelState, event: ModelEvent, facts: EventFacts): ModelState => {
  const next = modelAsset.evolve(state, event, facts);
  if (next.status === 'none') return next;
  if (event.type === 'ModelCreated') return { ...next, version_count: 0 };
  return event.type === 'ModelVersionAdded' ? { ...next, version_count: event.data.version_number } : next;
};

/** `model-<id>`: a model without its versions, which it counts. */
export const model = aggregate<ModelState, ModelEvent>({
  category: 'model',
  events: Object.values(modelStreamEvents),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve,
});
