import { type AssetFilters, type Deleted, sharedFields } from '@cairn/assets';
import type { Model } from '@cairn/contracts';
import {
  type Document,
  mapPage,
  type Page,
  type PageRequest,
  type QueryContext,
  type Versioned,
} from '@cairn/kernel';
import type { ModelDocument, VersionDocument } from '../documents.js';
import { activeVersions } from '../versions/active.js';
import { hasAssets, inferenceOf } from '../versions/resource.js';
import { logoPath } from './logo-path.js';
import { modelReads } from './reads.js';

/** A model as this caller sees it; what it has is what its active version has. */
const modelResource = (
  document: ModelDocument,
  active: VersionDocument | undefined,
  context: Pick<QueryContext, 'principal' | 'at'>,
): Model => {
  const assets = active?.assets ?? {};
  return {
    ...sharedFields(document, context, logoPath(document.id)),
    active_version_id: active?.id ?? '',
    ...inferenceOf(assets),
    kind: document.kind,
    config: document.config,
    application_id: document.application_id,
    ...hasAssets(assets),
    auto_convert: document.auto_convert,
    privacy_enabled: document.privacy_enabled,
    ...(document.history_from === undefined ? {} : { history_from: document.history_from }),
  };
};

/** A model; `undefined` when the caller may not know of it. */
export const modelById = async (
  context: QueryContext,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<Model> | undefined> => {
  const document = await modelReads.readable(context, id, deleted);
  if (document === undefined) return undefined;
  const active = (await activeVersions(context, [document])).get(id);
  return {
    resource: modelResource(document, active, context),
    revision: document.revision,
    streams: [`model-${id}`, ...(active === undefined ? [] : [`modelVersion-${active.id}`])],
  };
};

/** The models that the caller may see, one query on their reader entries. */
export const modelsFor = async (
  context: QueryContext,
  page: PageRequest,
  filters: AssetFilters = {},
): Promise<Page<Model>> => {
  const active = new Map<string, VersionDocument>();
  const beside = async (models: readonly Document[]): Promise<void> => {
    for (const [id, version] of await activeVersions(context, models as readonly ModelDocument[]))
      active.set(id, version);
  };
  const found = await modelReads.page(context, page, filters, beside);
  return mapPage(found, (document) => modelResource(document, active.get(document.id), context));
};

/** What administrators see of the models of a person: as lists show them, whoever may see them. */
export const administeredModels = modelReads.administered('models', async (context, models) => {
  const active = await activeVersions({ ...context, documents: context.today }, models);
  return models.map((document) => modelResource(document, active.get(document.id), context));
});
