import { type Refusal, refuse } from '@cairn/kernel';
import type { PostProcessorValues } from './rules.js';

/** Why a provider is not asked; `undefined` where a model is. */
export const notServed = ({ external_provider }: PostProcessorValues): Refusal | undefined =>
  external_provider === ''
    ? undefined
    : refuse(
        'provider_not_served',
        'The post-processor asks an external provider, and these are not asked yet.',
      );

/** Why no jobs are asked for of a post-processor. */
export const notAskable = (settings: PostProcessorValues): Refusal | undefined => {
  const { enabled, stopped_reason } = settings;
  const why = stopped_reason === '' ? 'is disabled' : `was stopped (${stopped_reason})`;
  return (
    notServed(settings) ??
    (enabled ? undefined : refuse('post_processor_not_working', `The post-processor ${why}.`))
  );
};
