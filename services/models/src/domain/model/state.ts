import { assetKind, type AssetState, type NumberingAsset } from '@cairn/assets';
import {
  type Aliases,
  model as contract,
  ModelAliasMoved,
  ModelAliasRemoved,
  type ModelEvent,
  ModelVersionAdded,
} from '@cairn/contracts';
import { aliasesToReach, aliasesWith, aliasesWithout } from './alias-fields.js';

/** A model as its stream tells it. */
export interface KnownModel extends NumberingAsset {
  readonly kind: string;
  readonly config: string;
  /** Empty: of none. */
  readonly application_id: string;
  readonly auto_convert: boolean;
  readonly privacy_enabled: boolean;
  /** The version that each alias names. */
  readonly aliases: Aliases;
}

export type ModelState = AssetState<KnownModel>;

/** Models as assets: `model-<id>`, a model without its versions, which it counts. */
export const modelKind = assetKind<KnownModel>(contract, {
  stateVersion: 3,
  initial: { aliases: {} },
  numbered: ModelVersionAdded,
  own: {
    events: [ModelAliasMoved, ModelAliasRemoved],
    after: ({ aliases }, event) => {
      const { type, data } = event as ModelEvent;
      switch (type) {
        case 'ModelAliasMoved':
          return { aliases: aliasesWith(aliases, data) };
        case 'ModelAliasRemoved':
          return { aliases: aliasesWithout(aliases, data.alias) };
        default:
          return {};
      }
    },
    fields: {
      names: ['aliases'],
      events: (state, wanted) => aliasesToReach(state.aliases, wanted.aliases ?? state.aliases),
    },
  },
});
export const { aggregate: model, decide: modelAsset } = modelKind;
