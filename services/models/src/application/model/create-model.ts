import { groupsAfter } from '@cairn/assets';
import { modelCommands } from '@cairn/contracts';
import { callerOf, isRefusal, serviceCommand } from '@cairn/kernel';
import { decideCreateModel } from '../../domain/model/create-model.js';
import { model, modelName } from '../../domain/model/state.js';
import { applicationRefusal } from '../references.js';

export const createModel = serviceCommand(modelCommands.createModel, ({ body }, context) => {
  const id = context.id('model');
  return context.executeAddressed(model, id, {
    given: async () => {
      const groups = await groupsAfter(context, modelName, body);
      if (isRefusal(groups)) return groups;
      return { groups, application: await applicationRefusal(context, body.application_id) };
    },
    decide: (state, given) => decideCreateModel(state, { id, body, ...given }, callerOf(context)),
  });
});
