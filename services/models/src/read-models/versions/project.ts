import { keptTotals, versionCollections, type VersionDocuments } from '@cairn/assets';
import type { DomainEvent, ModelVersionEvent, Tags } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { assetsIn } from '../../domain/version/assets.js';
import type { KnownModelVersion } from '../../domain/version/state.js';
import { totalledVersions } from './stored.js';

export const MODEL_VERSIONS = versionCollections('model');
export const { versions: VERSIONS } = MODEL_VERSIONS;

type Fields = Readonly<Record<string, Json | undefined>>;

/** Fields of files are paths: `assets.labels_file`. */
const ownFields = (event: ModelVersionEvent, at: string): Fields => {
  switch (event.type) {
    case 'ModelVersionCreated':
      return { served: false, out_of_service: null, assets: {}, ...tagFields(event.data.tags ?? {}) };
    case 'ModelVersionUpdated':
      return event.data.changes.tags === undefined ? {} : tagFields(event.data.changes.tags);
    case 'ModelVersionAssetsSet':
      return inAssets(assetsIn(event.data.assets, at));
    case 'ModelVersionAssetsRemoved':
      return inAssets(Object.fromEntries(event.data.asset_types.map((type) => [type, undefined])));
    default:
      return serviceFields(event, at);
  }
};

const serviceFields = (event: ModelVersionEvent, at: string): Fields => {
  switch (event.type) {
    case 'ModelVersionServed':
      return { served: true };
    case 'ModelVersionInspected':
      return { [`assets.${event.data.asset_type}.inspected`]: event.data.inspected };
    case 'ModelVersionSuspended':
      return { out_of_service: { ...event.data, at } };
    case 'ModelVersionReinstated':
      return { out_of_service: null };
    default:
      return {};
  }
};

/** Lists are narrowed by `key:value`. */
const tagFields = (tags: Tags) => ({
  tags,
  tags_kv: Object.entries(tags).map(([key, value]) => `${key}:${value}`),
});

const inAssets = (assets: Fields): Fields =>
  Object.fromEntries(Object.entries(assets).map(([type, asset]) => [`assets.${type}`, asset]));

/** What documents of versions have beside those of all: their files, deleted ones too, and what no model has taken in. */
export const modelVersionDocuments: VersionDocuments<KnownModelVersion> = {
  version: 6,
  texts: [],
  indexes: [
    { kind: 'compound', fields: ['user_id', 'created_at'] },
    { kind: 'multikey', field: 'tags_kv', then: ['model_id', 'deleted', 'created_at'] },
  ],
  internal: ['tags_kv', 'assets.*.updated_at'],
  derived: keptTotals(totalledVersions),
  project: (event: DomainEvent, { id, at }, collection) => {
    const fields = ownFields(event as ModelVersionEvent, at);
    return Object.keys(fields).length === 0 ? [] : [{ kind: 'patch', collection, id, fields }];
  },
};
