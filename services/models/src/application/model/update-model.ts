import { callerFor, type Groups, placeAfter } from '@cairn/assets';
import { type ModelChanges, modelCommands } from '@cairn/contracts';
import { type CommandContext, type Refusal, serviceCommand } from '@cairn/kernel';
import { model, modelName, type ModelState } from '../../domain/model/state.js';
import { decideUpdateModel, type UpdateContext } from '../../domain/model/update-model.js';
import { applicationRefusal } from '../references.js';
import { isOwnVersion, sharingAround } from './sharing-around.js';

/** A model that is not there is nowhere. */
const placedBy = (
  context: CommandContext,
  state: ModelState,
  body: ModelChanges,
): Promise<Groups | Refusal> | Groups =>
  state.status === 'none'
    ? { organization_id: null, project_id: null }
    : placeAfter(context, modelName, state, body, sharingAround(context, state.id));

/** What is of an application stays so, whatever became of that. */
const applicationOf = (
  context: CommandContext,
  state: ModelState,
  { application_id }: ModelChanges,
): Promise<Refusal | undefined> =>
  applicationRefusal(
    context,
    state.status !== 'none' && state.application_id === application_id ? undefined : application_id,
  );

export const updateModel = serviceCommand(modelCommands.updateModel, ({ id: model_id, body }, context) =>
  context.executeAddressed(model, model_id, {
    given: async (state): Promise<UpdateContext> => {
      const { active_version_id: active } = body;
      return {
        versionIsOwn: active !== undefined && (await isOwnVersion(context, model_id, active)),
        application: await applicationOf(context, state, body),
        groups: await placedBy(context, state, body),
        caller: await callerFor(context, state),
      };
    },
    decide: (state, given) => decideUpdateModel(state, body, given),
  }),
);
