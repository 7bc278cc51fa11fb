import { type AddedInference, modelCommands } from '@cairn/contracts';
import { type CommandContext, isRefusal, jsonText, type Refusal, serviceCommand } from '@cairn/kernel';
import { decideRecord, type RecordedInference } from '../../domain/inference/decisions.js';
import { itemsAdded } from '../../domain/inference/items.js';
import { inference } from '../../domain/inference/state.js';
import type { KnownModel } from '../../domain/model/state.js';
import { configInForce } from '../../domain/version/config.js';
import type { KnownModelVersion } from '../../domain/version/state.js';
import { givenModel } from '../parents.js';
import { recordBytes } from '../../read-models/inferences/stored.js';
import { bytesRefusal } from '../room.js';
import { itemNamedBy, unreadableRefusal } from '../references.js';
import { memberOrganization } from './member-organization.js';
import { chosenVersion, foreignVersion } from './runnable.js';

interface Adding {
  readonly model: KnownModel;
  readonly version: KnownModelVersion;
  readonly organization: string;
  readonly result: string;
  readonly config: string;
}

const given = async (
  context: CommandContext,
  modelId: string,
  body: AddedInference,
): Promise<Adding | Refusal> => {
  const model = await givenModel(context, modelId, 'execute');
  if (isRefusal(model)) return model;
  const version = await namedVersion(context, model, body.model_version_id);
  if (isRefusal(version)) return version;
  const [result, config] = [jsonText(said(body.result), '/result'), jsonText(said(body.config), '/config')];
  if (isRefusal(result)) return result;
  if (isRefusal(config)) return config;
  const foreign = await unreadableRefusal(context, itemNamedBy(body));
  if (foreign !== undefined) return foreign;
  return { model, version, organization: await memberOrganization(context, model), result, config };
};

/** What was not said is an empty text. */
const said = <Value>(value: Value | undefined): Value | '' => value ?? '';

const namedVersion = async (
  context: CommandContext,
  model: KnownModel,
  id: string | undefined,
): Promise<KnownModelVersion | Refusal> => {
  if (id === undefined || id === '') return chosenVersion(context, model, undefined);
  const version = await chosenVersion(context, model, id);
  return isRefusal(version) ? foreignVersion('model_version_id') : version;
};

const recorded = (
  { id, userId }: { readonly id: string; readonly userId: string },
  body: AddedInference,
  { model, version, organization, result, config }: Adding,
): RecordedInference => {
  const items = itemsAdded(body.inference_items, body);
  return {
    id,
    model_id: model.id,
    model_version_id: version.id,
    model_sha256: '',
    user_id: userId,
    organization_id: organization,
    source: 'added',
    name: said(body.name),
    description: said(body.description),
    application_id: version.application_id,
    extension: said(body.extension),
    dataset_item_id: said(body.dataset_item_id),
    error: said(body.error),
    inference_host: said(body.inference_host),
    inference_time: said(body.inference_time),
    end_to_end_time: said(body.end_to_end_time),
    privacy_enabled: model.privacy_enabled,
    config,
    model_config: configInForce(model, version),
    confidence: body.confidence ?? items[0]?.confidence ?? 0,
    items: JSON.stringify(items),
    ...(result === '' ? {} : { result }),
    ...(body.input_text === undefined || model.privacy_enabled ? {} : { input_text: body.input_text }),
  };
};

/** What is to be recorded; refused where the account has no room for it. */
const givenRecord = async (
  context: CommandContext,
  id: string,
  { model_id, body }: { readonly model_id: string; readonly body: AddedInference },
): Promise<RecordedInference | Refusal> => {
  const adding = await given(context, model_id, body);
  if (isRefusal(adding)) return adding;
  const { userId } = context.principal;
  const record = recorded({ id, userId }, body, adding);
  return (await bytesRefusal(context, userId, recordBytes(record))) ?? record;
};

export const addInference = serviceCommand(modelCommands.addInference, (asked, context) => {
  const id = context.id('inference');
  return context.executeAddressed(inference, id, {
    given: () => givenRecord(context, id, asked),
    decide: (state, record) => (isRefusal(record) ? record : decideRecord(state, record)),
  });
});
