import { assetKind, type AssetState, type KnownAsset } from '@cairn/assets';
import { model as contract, type ModelEvent, ModelVersionAdded } from '@cairn/contracts';

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

/** Models as assets: `model-<id>`, a model without its versions, which it counts. */
export const modelKind = assetKind<KnownModel>(contract, {
  stateVersion: 1,
  initial: { version_count: 0 },
  own: {
    events: [ModelVersionAdded],
    after: (_, event) => {
      const { type, data } = event as ModelEvent;
      return type === 'ModelVersionAdded' ? { version_count: data.version_number } : {};
    },
  },
});
export const { aggregate: model, decide: modelAsset } = modelKind;
