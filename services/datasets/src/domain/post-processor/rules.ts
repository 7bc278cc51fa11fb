import type { postProcessor, RecordValues } from '@cairn/contracts';
import { isRefusal, type RecordAction, type Refusal, refuse } from '@cairn/kernel';
import { externalConfig } from './external-config.js';

export type PostProcessorValues = RecordValues<typeof postProcessor.description>;

/** Why the model or the secret that a post-processor names are none for who saves it. */
export interface Named {
  readonly model?: Refusal | undefined;
  readonly secret?: Refusal | undefined;
}

/** What is asked about items: when it changes, it is looked at again for who saves it. */
const ASKED = [
  'model_id',
  'model_version',
  'external_provider',
  'external_model',
  'external_config',
] as const;

const EXTERNAL = ['external_model', 'external_config'] as const;

const invalid = (field: string, message: string): Refusal =>
  refuse('invalid_body', `${field} ${message}.`, [{ pointer: `/${field}`, code: 'one_of', message }]);

/** It asks a model or a provider: one of them, and says nothing of the other. */
const contradiction = (next: PostProcessorValues): Refusal | undefined => {
  const { model_id, external_provider, model_version } = next;
  if ((model_id === '') === (external_provider === ''))
    return invalid('model_id', 'or external_provider: one of them says who is asked');
  if (model_id === '')
    return model_version === '' ? undefined : invalid('model_version', 'is a version of no model');
  const other = EXTERNAL.find((field) => next[field] !== '');
  return other === undefined ? undefined : invalid(other, 'is for an external_provider');
};

/** One that works, and one that is to ask something else, names what its saver may use. */
const isLookedAt = (next: PostProcessorValues, before: PostProcessorValues | undefined): boolean =>
  next.enabled || before === undefined || ASKED.some((field) => next[field] !== before[field]);

/** Why a post-processor must not become so. One that is restored works with the rights that its saver has then. */
export const postProcessorRefusal = ({
  action,
  next,
  before,
  given,
}: {
  readonly action: RecordAction;
  readonly next: PostProcessorValues | undefined;
  readonly before: PostProcessorValues | undefined;
  readonly given: Named;
}): Refusal | undefined => {
  if (next === undefined || action === 'restore') return undefined;
  const config = externalConfig(next.external_config);
  if (isRefusal(config)) return config;
  return contradiction(next) ?? (isLookedAt(next, before) ? (given.model ?? given.secret) : undefined);
};
