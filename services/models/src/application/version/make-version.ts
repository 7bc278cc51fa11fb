import { callerFor } from '@cairn/assets';
import type { ModelAssetRecord, ModelVersionInput } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  type Json,
  type Refusal,
  step,
  streamOf,
} from '@cairn/kernel';
import { decideAddVersion } from '../../domain/model/add-version.js';
import { type KnownModel, model } from '../../domain/model/state.js';
import { decideCreateVersion } from '../../domain/version/new-version.js';
import { modelVersion } from '../../domain/version/state.js';
import { givenModel } from '../parents.js';
import { applicationRefusal, namedDataset } from '../references.js';

/** What a version is made of, beside its model. */
export interface Making {
  readonly body: ModelVersionInput;
  /** Its files, once the caller may write the model. */
  readonly assets: () => Promise<readonly ModelAssetRecord[] | Refusal>;
  /** Why the model, as it is when it takes the version in, shall not. */
  readonly refused?: (model: KnownModel) => Refusal | undefined;
}

/**
 * Makes a version, and takes it into its model last: until then nobody sees it (law 5). The model's stream numbers it. The
 * answer is about the version: its stream, and its revision there. `If-Match` speaks of the model.
 */
export const makeVersion = async (
  context: CommandContext,
  modelId: string,
  { body, assets, refused }: Making,
): Promise<CommandOutcome> => {
  const id = context.id('version');
  const given = async () => {
    const found = await givenModel(context, modelId, 'write');
    if (isRefusal(found)) return found;
    const application = await applicationRefusal(context, body.application_id);
    if (application !== undefined) return application;
    const dataset = await namedDataset(context, body);
    if (isRefusal(dataset)) return dataset;
    const files = await assets();
    return isRefusal(files) ? files : { model: found, dataset, assets: files };
  };
  const { userId: user_id } = context.principal;
  const made = step(modelVersion, id, {
    given,
    decide: (state, found) => decideCreateVersion(state, { id, user_id, body, ...found }, context.at),
  });
  const executed = await context.executeInOrder([made], model, modelId, {
    given: (state) => callerFor(context, state),
    decide: (state, caller) => decideAddVersion(state, id, caller, refused),
  });
  if (isRefusal(executed)) return executed;
  const { tip } = await context.tools.streams.current(modelVersion, id);
  const result: Json = { version_id: id };
  return { ...executed, stream: streamOf(modelVersion, id), revision: tip?.revision, result };
};
