import { type KnownVersion, versionKind } from '@cairn/assets';
import {
  modelVersion as contract,
  ModelVersionAssetsRemoved,
  ModelVersionAssetsSet,
  type ModelVersionEvent,
  ModelVersionInspected,
  ModelVersionReinstated,
  ModelVersionServed,
  ModelVersionSuspended,
  type Tags,
} from '@cairn/contracts';
import { refuse } from '@cairn/kernel';
import { aliasesOf } from '../model/alias-fields.js';
import type { KnownModel } from '../model/state.js';
import { assetsIn, assetsInspected, assetsWithout, type VersionFiles } from './assets.js';
import { filesUndone } from './undoing-files.js';

/** A dataset that a version names, one of its versions, and when that was; all empty for none. */
export interface NamedDataset {
  readonly dataset_id: string;
  readonly dataset_version_id: string;
  readonly dataset_position: string;
  readonly dataset_as_of: string;
}

/** What of a version of a model not all versions have. */
export interface OfModelVersion extends NamedDataset, VersionFiles {
  readonly model_id: string;
  readonly config: string;
  readonly application_id: string;
  readonly job_id: string;
  readonly tags: Tags;
}

/** A version of a model as its stream tells it, with its files. */
export interface KnownModelVersion extends KnownVersion, OfModelVersion {}

/** `modelVersion-<id>`: a version with its files. */
export const modelVersionKind = versionKind<KnownModelVersion>(contract, {
  stateVersion: 6,
  initial: {
    ...{ tags: {}, dataset_as_of: '', served: false, assets: {} },
    ...{ out_of_service: null, reinstated_at: '', reinstated_by_owner_at: '' },
  },
  own: {
    events: [
      ...[ModelVersionAssetsSet, ModelVersionAssetsRemoved, ModelVersionServed],
      ...[ModelVersionInspected, ModelVersionSuspended, ModelVersionReinstated],
    ],
    names: ['assets', 'served', 'out_of_service', 'reinstated_at', 'reinstated_by_owner_at'],
    after: ({ assets }, event, { at }) => {
      const { type, data } = event as ModelVersionEvent;
      switch (type) {
        case 'ModelVersionAssetsSet':
          return { assets: { ...assets, ...assetsIn(data.assets, at) } };
        case 'ModelVersionAssetsRemoved':
          return { assets: assetsWithout(assets, data.asset_types) };
        case 'ModelVersionServed':
          return { served: true };
        case 'ModelVersionInspected':
          return { assets: assetsInspected(assets, data) };
        case 'ModelVersionSuspended':
          return { out_of_service: { ...data, at } };
        case 'ModelVersionReinstated':
          return {
            ...{ out_of_service: null, reinstated_at: at },
            ...(data.by_owner === true ? { reinstated_by_owner_at: at } : {}),
          };
        default:
          return {};
      }
    },
    undone: filesUndone,
  },
  /** What a model is asked by never goes by itself. */
  needed: (id, { aliases }: KnownModel) => {
    const [alias] = aliasesOf(aliases, id);
    return alias === undefined
      ? undefined
      : refuse(
          'version_aliased',
          `It has the alias ${alias}: move it to another version or remove it first.`,
        );
  },
});
export const { aggregate: modelVersion } = modelVersionKind;
