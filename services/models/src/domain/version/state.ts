import {
  type AssetType,
  type ModelAssetRecord,
  type ModelVersionEvent,
  modelVersionStreamEvents,
  type Tags,
} from '@cairn/contracts';
import { aggregate, type EventFacts } from '@cairn/kernel';

/** A file of a version, and since when it is. */
export type KnownAssetFile = ModelAssetRecord & { readonly updated_at: string };

/** What of a version can be set. */
export interface VersionContent {
  readonly name: string;
  readonly description: string;
  readonly config: string;
  readonly application_id: string;
  /** As people call it; empty: its number. */
  readonly version: string;
  readonly dataset_id: string;
  readonly dataset_version_id: string;
  readonly dataset_position: string;
  readonly dataset_as_of: string;
  readonly job_id: string;
  readonly tags: Tags;
}

/** A version as its stream tells it; its number is its model's to say. */
export interface KnownVersion extends VersionContent {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  readonly id: string;
  readonly model_id: string;
  readonly user_id: string;
  /** It answered an inference: its files stay as they are. */
  readonly served: boolean;
  readonly assets: Readonly<Partial<Record<AssetType, KnownAssetFile>>>;
}

export type VersionState = { readonly status: 'none' } | KnownVersion;

const evolve = (state: VersionState, event: ModelVersionEvent, facts: EventFacts): VersionState => {
  if (event.type === 'ModelVersionCreated')
    return { tags: {}, dataset_as_of: '', ...event.data, status: 'live', served: false, assets: {} };
  return state.status === 'none' ? state : changed(state, event, facts);
};

type ChangingEvent = Exclude<ModelVersionEvent, { type: 'ModelVersionCreated' }>;

const changed = (state: KnownVersion, event: ChangingEvent, { at }: EventFacts): KnownVersion => {
  switch (event.type) {
    case 'ModelVersionUpdated':
      return { ...state, ...event.data.changes };
    case 'ModelVersionAssetsSet':
      return { ...state, assets: { ...state.assets, ...assetsIn(event.data.assets, at) } };
    case 'ModelVersionAssetsRemoved':
      return { ...state, assets: without(state.assets, event.data.asset_types) };
    case 'ModelVersionServed':
      return { ...state, served: true };
    default:
      return { ...state, status: STATUS[event.type] };
  }
};

const STATUS = {
  ModelVersionDeleted: 'deleted',
  ModelVersionRestored: 'live',
  ModelVersionPurged: 'purged',
} as const;

/** Files by their types. */
export const assetsIn = (assets: readonly ModelAssetRecord[], at: string): KnownVersion['assets'] =>
  Object.fromEntries(assets.map((each) => [each.asset_type, { ...each, updated_at: at }]));

const without = (assets: KnownVersion['assets'], types: readonly AssetType[]): KnownVersion['assets'] =>
  Object.fromEntries(Object.entries(assets).filter(([type]) => !types.some((gone) => gone === type)));

/** `modelVersion-<id>`: a version with its files. */
export const modelVersion = aggregate<VersionState, ModelVersionEvent>({
  category: 'modelVersion',
  events: Object.values(modelVersionStreamEvents),
  stateVersion: 2,
  initial: { status: 'none' },
  evolve,
});
