import { versionCollections } from '@cairn/assets';
import { type ModelVersionEvent, modelVersionStreamEvents, type Tags } from '@cairn/contracts';
import { type Change, foldWords, type Json, projection, type ProjectedEvent } from '@cairn/kernel';
import { assetsIn } from '../../domain/version/state.js';

export const MODEL_VERSIONS = versionCollections('model');
export const { versions: VERSIONS } = MODEL_VERSIONS;

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: ModelVersionEvent, facts: Facts): readonly Change[] => {
  const { id, at, revision } = facts;
  const told = { revision: revision.toString(), updated_at: at };
  if (event.type !== 'ModelVersionCreated')
    return [{ kind: 'patch', collection: VERSIONS, id, fields: { ...fieldsAfter(event, at), ...told } }];
  const { name, tags = {} } = event.data;
  const document = {
    ...event.data,
    ...told,
    id,
    created_at: at,
    deleted: false,
    served: false,
    assets: {},
    words: foldWords([name]),
    ...tagFields(tags),
  };
  return [{ kind: 'put', collection: VERSIONS, document }];
};

type ChangingEvent = Exclude<ModelVersionEvent, { type: 'ModelVersionCreated' }>;

/** Fields of files are paths: `assets.labels_file`. */
const fieldsAfter = (event: ChangingEvent, at: string): Fields => {
  switch (event.type) {
    case 'ModelVersionUpdated':
      return { ...event.data.changes, ...wordsOf(event.data.changes), ...tagsOf(event.data.changes) };
    case 'ModelVersionAssetsSet':
      return inAssets(assetsIn(event.data.assets, at));
    case 'ModelVersionAssetsRemoved':
      return inAssets(Object.fromEntries(event.data.asset_types.map((type) => [type, undefined])));
    case 'ModelVersionServed':
      return { served: true };
    case 'ModelVersionDeleted':
      return { deleted: true, deleted_at: at };
    case 'ModelVersionRestored':
      return { deleted: false, deleted_at: undefined };
    case 'ModelVersionPurged':
      return { purged: true };
    default:
      return event satisfies never;
  }
};

const wordsOf = ({ name }: { readonly name?: string }): Fields =>
  name === undefined ? {} : { words: foldWords([name]) };

const tagsOf = ({ tags }: { readonly tags?: Tags }): Fields => (tags === undefined ? {} : tagFields(tags));

/** Lists are narrowed by `key:value`. */
const tagFields = (tags: Tags) => ({
  tags,
  tags_kv: Object.entries(tags).map(([key, value]) => `${key}:${value}`),
});

const inAssets = (assets: Fields): Fields =>
  Object.fromEntries(Object.entries(assets).map(([type, asset]) => [`assets.${type}`, asset]));

/** `models.versions`: a document for each version with its files, deleted ones too, and what no model has taken in. */
export const versionsProjection = projection<ModelVersionEvent>({
  name: 'models.versions',
  version: 3,
  collections: [
    {
      name: VERSIONS,
      indexes: [
        { kind: 'compound', fields: ['user_id', 'created_at'] },
        { kind: 'compound', fields: ['model_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['model_id', 'deleted', 'updated_at'] },
        { kind: 'compound', fields: ['model_id', 'deleted', 'name'] },
        { kind: 'compound', fields: ['purged', 'created_at'] },
        { kind: 'multikey', field: 'tags_kv', then: ['model_id', 'deleted', 'created_at'] },
        { kind: 'words', field: 'words', within: 'model_id' },
      ],
    },
  ],
  internal: ['revision', 'updated_at', 'words', 'tags_kv', 'assets.*.updated_at'],
  events: Object.values(modelVersionStreamEvents),
  project,
});
