import type { ModelVersionInput } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal } from '@cairn/kernel';
import type { KnownModel } from '../domain/model/state.js';
import type { KnownModelVersion } from '../domain/version/state.js';
import { applicationRefusal, namedDataset } from './references.js';

/** A body that makes a version of a model, or changes `current`. */
interface Naming {
  readonly context: CommandContext;
  readonly body: ModelVersionInput;
  readonly asset: KnownModel;
  readonly current: KnownModelVersion | undefined;
}

/** The dataset that a body names, and when; the application of one that is made is that of its model. */
export const namedIn = async ({
  context,
  body,
  asset: { application_id },
  current,
}: Naming): Promise<Partial<KnownModelVersion> | Refusal> => {
  // What is of an application stays so, whatever became of that.
  const other = body.application_id === current?.application_id ? undefined : body.application_id;
  const refused = await applicationRefusal(context, other);
  if (refused !== undefined) return refused;
  const named = await namedDataset(context, body, current);
  if (isRefusal(named)) return named;
  const { dataset_id, dataset_version_id, dataset_position, dataset_as_of } = named;
  const dataset = { dataset_id, dataset_version_id, dataset_position, dataset_as_of };
  return current === undefined ? { application_id, ...dataset } : dataset;
};
