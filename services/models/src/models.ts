import { assetModel, withoutAbsent } from '@cairn/assets';
import { type Model, type ModelChanges, type ModelEvent, ModelVersionAdded } from '@cairn/contracts';
import { type Change, configText, isRefusal, WHETHER_OR_NOT } from '@cairn/kernel';
import { aliasesRefusal, isOwnVersion } from './application/aliases.js';
import { applicationRefusal } from './application/references.js';
import { tooMany } from './domain/model/aliases.js';
import { modelKind } from './domain/model/state.js';
import { modelVersion } from './domain/version/state.js';
import type { ModelDocument, VersionDocument } from './read-models/documents.js';
import { METRIC_RANKS, METRICS, metricsProjection } from './read-models/metrics/project.js';
import { MODEL_VERSIONS, VERSIONS } from './read-models/versions/project.js';
import { activeVersions } from './read-models/versions/active.js';
import { hasAssets, inferenceOf } from './read-models/versions/resource.js';

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
  versions: {
    isOwn: isOwnVersion,
    numbers: { collection: MODEL_VERSIONS.numbers, assetField: 'model_id', added: ModelVersionAdded },
    // The points that were measured of it.
    swept: {
      collection: VERSIONS,
      of: (model_id) => ({ model_id, deleted: WHETHER_OR_NOT }),
      with: (model_version_id) =>
        [METRICS, METRIC_RANKS].map((collection) => ({
          projection: metricsProjection.name,
          collection,
          fields: { model_version_id },
        })),
    },
  },
  documents: {
    version: 3,
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
  resource: (document, shared, active: VersionDocument | undefined): Model => {
    const assets = active?.assets ?? {};
    return {
      ...shared,
      active_version_id: active?.id ?? '',
      ...inferenceOf(assets),
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
