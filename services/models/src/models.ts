import { activationShown, assetModel, withoutAbsent } from '@cairn/assets';
import type { Model, ModelChanges, ModelEvent } from '@cairn/contracts';
import { type Change, configText, isRefusal } from '@cairn/kernel';
import { aliasesRefusal } from './application/aliases.js';
import { applicationRefusal } from './application/references.js';
import { tooMany } from './domain/model/aliases.js';
import { modelKind } from './domain/model/state.js';
import { modelVersion } from './domain/version/state.js';
import type { ModelDocument, ModelVersionDocument } from './read-models/documents.js';
import { activeVersions } from './read-models/versions/active.js';
import { hasAssets, inferenceOf } from './read-models/versions/resource.js';
import { modelVersions } from './versions.js';

/** What is special about models: they number their versions, and may be of an application. */
export const models = assetModel(modelKind, {
  initial: { kind: '', config: '', application_id: '', auto_convert: false, privacy_enabled: false },
  own: ({ kind, config, application_id, auto_convert, privacy_enabled }: ModelChanges) => {
    const text = config === undefined ? undefined : configText(config, '/config');
    if (isRefusal(text)) return text;
    return withoutAbsent({ kind, config: text, application_id, auto_convert, privacy_enabled });
  },
  // What is of an application stays so, whatever became of that.
  given: async ({ context, current, wanted: { application_id, aliases } }) =>
    (await aliasesRefusal(context, current, aliases)) ??
    applicationRefusal(context, current?.application_id === application_id ? undefined : application_id),
  check: ({ wanted: { aliases = {} }, given }) => given ?? tooMany(aliases),
  versions: modelVersions.ofAsset,
  documents: {
    version: 4,
    indexes: [
      { kind: 'compound', fields: ['kind', 'deleted', 'created_at'] },
      { kind: 'compound', fields: ['application_id', 'deleted', 'created_at'] },
    ],
    project: (event, { id, at, revision }, collection) => {
      const { type, data } = event as ModelEvent;
      const changed = (fields: Readonly<Record<string, string | undefined>>): Change => ({
        ...{ kind: 'patch', collection, id },
        fields: { ...fields, revision: revision.toString(), updated_at: at },
      });
      switch (type) {
        case 'ModelAliasMoved':
          return [changed({ [`aliases.${data.alias}`]: data.version_id })];
        case 'ModelAliasRemoved':
          return [changed({ [`aliases.${data.alias}`]: undefined })];
        default:
          return [];
      }
    },
  },
  beside: (context, documents: readonly ModelDocument[]) => activeVersions(context, documents),
  /** What it has is what its active version has. */
  resource: (document, shared, active: ModelVersionDocument | undefined): Model => {
    const assets = active?.assets ?? {};
    return {
      ...shared,
      active_version_id: active?.id ?? '',
      ...activationShown(document, active?.id),
      ...inferenceOf(active ?? { assets, out_of_service: null }),
      kind: document.kind,
      config: document.config,
      application_id: document.application_id,
      ...hasAssets(assets),
      auto_convert: document.auto_convert,
      privacy_enabled: document.privacy_enabled,
      aliases: document.aliases ?? {},
    };
  },
  streams: (active) => (active === undefined ? [] : [`${modelVersion.category}-${active.id}`]),
});
export const { reads: modelReads } = models;
export const { byId: modelById, list: modelsFor } = models.queries;

/** How versions of models are read. */
export const modelVersionReads = modelVersions.reading(models.reads);
