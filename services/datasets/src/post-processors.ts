import { identityQueries, modelQueries, postProcessor } from '@cairn/contracts';
import {
  type CommandContext,
  isRefusal,
  recordModel,
  type Refusal,
  refuse,
  requesterOf,
} from '@cairn/kernel';
import { datasets } from './datasets.js';
import { datasetKind } from './domain/dataset/state.js';
import { externalConfig } from './domain/post-processor/external-config.js';
import { type Named, type PostProcessorValues, postProcessorRefusal } from './domain/post-processor/rules.js';

type Asking = Pick<CommandContext, 'tools' | 'principal' | 'load'>;

/** Post-processors of datasets: what each asks is looked at for who saves it (SPEC-24). */
export const postProcessors = recordModel(postProcessor, {
  parent: datasets.asParent,
  own: {
    user_id: ({ principal }) => principal.userId,
    stopped_reason: ({ next }) => (next.enabled ? '' : next.stopped_reason),
  },
  effects: { stopped: ({ reason }) => ({ enabled: false, stopped_reason: reason }) },
  given: async ({ context, next }): Promise<Named | Refusal> => {
    if (next === undefined) return {};
    const [model, secret] = await Promise.all([modelRefusal(context, next), secretRefusal(context, next)]);
    return [model, secret].find((each) => each?.refused === 'requester_unavailable') ?? { model, secret };
  },
  check: postProcessorRefusal,
});

const unavailable = (
  code: 'model_unavailable' | 'secret_unavailable',
  field: string,
  message: string,
): Refusal => refuse(code, `${field} ${message}.`, [{ pointer: `/${field}`, code, message }]);

/** Why the one who saves may not have the model asked. */
const modelRefusal = async (
  { tools, principal }: Asking,
  { model_id, model_version }: PostProcessorValues,
): Promise<Refusal | undefined> => {
  if (model_id === '') return undefined;
  const asked = { model_id, ...(model_version === '' ? {} : { version_id: model_version }) };
  const found = await tools.services.models.query(modelQueries.executable, asked, {
    onBehalfOf: requesterOf(principal),
  });
  if (!isRefusal(found) || found.refused === 'requester_unavailable')
    return isRefusal(found) ? found : undefined;
  return modelUnavailable();
};

/** The model that is asked is none that the caller may execute. */
export const modelUnavailable = (): Refusal =>
  unavailable('model_unavailable', 'model_id', 'or model_version names none that you may execute');

/** Why the secret that is named is none that may be sent there. */
const secretRefusal = async (
  context: Asking,
  { external_config, dataset_id }: PostProcessorValues,
): Promise<Refusal | undefined> => {
  const config = externalConfig(external_config);
  // What cannot be read is refused for that.
  if (isRefusal(config) || config.keyRef === undefined) return undefined;
  const { keyRef, host } = config;
  const found = await secretNamed(context, keyRef, dataset_id);
  if (isRefusal(found))
    return found.refused === 'requester_unavailable'
      ? found
      : unavailable('secret_unavailable', 'external_config/key_ref', 'names no secret that you may use here');
  return host === undefined || found.hosts.includes(host)
    ? undefined
    : unavailable('secret_unavailable', 'external_config/base_url', `is not where ${keyRef} may be sent`);
};

/** A secret of who asks, or of the organization that the dataset is in. */
const secretNamed = async ({ tools, principal, load }: Asking, key_ref: string, datasetId: string) => {
  const dataset = await load(datasetKind.aggregate, datasetId);
  const organization_id = dataset.status === 'none' ? null : dataset.organization_id;
  return tools.services.identity.query(
    identityQueries.secretNamed,
    { key_ref, ...(organization_id === null ? {} : { organization_id }) },
    { onBehalfOf: requesterOf(principal) },
  );
};
