import { placeOf } from '@cairn/assets';
import type { FileRecord, Inference } from '@cairn/contracts';
import {
  type AdministeredRecords,
  createdBetween,
  type Filter,
  mapPage,
  notFound,
  type Page,
  pageOf,
  type PageRequest,
  permit,
  type PersonalRecords,
  type QueryContext,
  type Refusal,
  sent,
  type Versioned,
} from '@cairn/kernel';
import { notOwn, privateInference } from '../../domain/inference/decisions.js';
import type { InferenceDocument, ModelDocument } from '../documents.js';
import { modelReads, models } from '../../models.js';
import { INFERENCES } from './project.js';
import { inferenceInList, wholeInference } from './resource.js';

/**
 * Whether the caller may know of an inference (SPEC-26): its own, also when the model is not to be seen any more, with a
 * key of an organization those made in it; and those that members of the model's organization made, when it may write the
 * model through a role.
 */
const mayKnow = async (
  context: QueryContext,
  { user_id, model_id, organization_id }: InferenceDocument,
): Promise<boolean> => {
  const { userId, organizationId } = context.principal;
  if (user_id === userId) return organizationId === undefined || organizationId === organization_id;
  return organization_id !== '' && (await organizationShown(context, model_id)) === organization_id;
};

/** The organization whose members' inferences of a model the caller sees; `undefined`: nobody's. */
const organizationShown = async (context: QueryContext, modelId: string): Promise<string | undefined> => {
  const model = (await context.today.get(models.collections.assets, modelId)) as ModelDocument | undefined;
  const organization = model?.organization_id;
  if (model === undefined || typeof organization !== 'string') return undefined;
  if ((await modelReads.refusal(context, modelId, 'write')) !== undefined) return undefined;
  const { grants } = await context.rights.standing(context.principal.userId, placeOf(model));
  return permit(grants, 'models:write') ? organization : undefined;
};

/** Those of some ids that the caller may know of. */
export const readableInferences = async (
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await Promise.all(ids.map((id) => readableInference(context, id)));
  return new Set(found.flatMap((one) => one?.id ?? []));
};

/** One that the caller may know of; `undefined` for all others. */
export const readableInference = async (
  context: QueryContext,
  id: string,
  deletedToo = false,
): Promise<InferenceDocument | undefined> => {
  const found = (await context.today.get(INFERENCES, id)) as InferenceDocument | undefined;
  if (found === undefined || (found.deleted && !deletedToo)) return undefined;
  return (await mayKnow(context, found)) ? found : undefined;
};

export const inferenceById = async (
  context: QueryContext,
  id: string,
  { deletedToo = false }: { readonly deletedToo?: boolean } = {},
): Promise<Versioned<Inference> | undefined> => {
  const found = await readableInference(context, id, deletedToo);
  return (
    found && {
      resource: await wholeInference(found),
      revision: found.revision,
      streams: [`inference-${id}`],
    }
  );
};

/** Why the caller could not send the file of an inference now; `undefined` when nothing is in the way. The command decides again. */
export const inferenceFileRefusal = async (
  context: QueryContext,
  id: string,
): Promise<Refusal | undefined> => {
  const found = await readableInference(context, id);
  if (found === undefined) return notFound();
  if (found.user_id !== context.principal.userId) return notOwn();
  return found.privacy_enabled ? privateInference() : undefined;
};

/** Why the caller could not ask a model now. */
export const askRefusal = async (context: QueryContext, modelId: string): Promise<Refusal | undefined> =>
  (await modelReads.readable(context, modelId)) === undefined ? notFound() : undefined;

/** Whether nothing of what the model is asked may be kept. */
export const isPrivateModel = async (context: QueryContext, modelId: string): Promise<boolean> =>
  (await modelReads.readable(context, modelId))?.privacy_enabled === true;

/** The file that an inference was made of; `undefined` when there is none to see. */
export const inferenceFile = async (context: QueryContext, id: string): Promise<FileRecord | undefined> =>
  (await readableInference(context, id))?.file ?? undefined;

export interface InferenceFilters {
  readonly model_id?: string | undefined;
  readonly model_version_id?: string | undefined;
  readonly dataset_item_id?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly error_reported?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Which the caller is told of: its own; of a model whose members' it sees, those of all members. */
export const inferencesShown = async (
  context: QueryContext,
  filters: InferenceFilters = {},
): Promise<Filter> => {
  const { from, to, hidden = false, model_id, ...named } = filters;
  const organization = model_id === undefined ? undefined : await organizationShown(context, model_id);
  const { userId, organizationId } = context.principal;
  const whose =
    organization === undefined
      ? { user_id: userId, ...sent({ organization_id: organizationId }) }
      : { organization_id: organization };
  return {
    fields: {
      ...whose,
      deleted: false,
      hidden,
      ...sent({ model_id, ...named }),
      ...createdBetween({ from, to }),
    },
  };
};

export const inferencesFor = async (
  context: QueryContext,
  page: PageRequest,
  filters: InferenceFilters = {},
): Promise<Page<Inference>> => {
  const found = await pageOf(context.today, INFERENCES, await inferencesShown(context, filters), page);
  return mapPage(found, (document) => inferenceInList(document as InferenceDocument));
};

/** What a person asked models and was answered, for them to take away. */
export const ownInferences: PersonalRecords = {
  name: 'inferences',
  page: async ({ principal, today }, page) => {
    const filter = { fields: { user_id: principal.userId, deleted: false } };
    const found = await pageOf(today, INFERENCES, filter, page);
    const elements: Inference[] = [];
    for (const document of found.elements) elements.push(await wholeInference(document as InferenceDocument));
    return { ...found, elements };
  },
};

/** What administrators see of the inferences of a person: that there are such, and nothing that was asked or answered. */
export const administeredInferences: AdministeredRecords = {
  list: 'inferences',
  newest: async ({ today }, user_id, most) => {
    const filter = { fields: { user_id, deleted: false } };
    const found = await today.find(INFERENCES, { filter, sort: '-created_at', limit: most });
    return found.map((document) => ({
      ...inferenceInList(document as InferenceDocument),
      ...{ prediction: '', error: '', name: '', description: '' },
    }));
  },
};
