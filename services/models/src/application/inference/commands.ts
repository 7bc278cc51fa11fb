import { modelCommands } from '@cairn/contracts';
import { type CommandContext, isRefusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import {
  decideDeleteInference,
  decideSetFile,
  decideUpdateInference,
  ownInference,
} from '../../domain/inference/decisions.js';
import { inference, type InferenceState } from '../../domain/inference/state.js';
import { mayWriteByRole } from '../may-write-by-role.js';
import { roomRefusal } from '../room.js';
import type { RunnerOf } from '../runner-of.js';
import { addInference } from './add-inference.js';
import { runModel } from './run-model.js';

/** The inference when it is the caller's own; somebody who sees it is told that it is not. */
const own = (context: CommandContext) => async (state: InferenceState) => {
  const { principal } = context;
  const isShown =
    state.status === 'live' &&
    state.user_id !== principal.userId &&
    (await mayWriteByRole(context, state.model_id, state.organization_id));
  return ownInference(state, principal.userId, isShown);
};

const updateInference = serviceCommand(modelCommands.updateInference, ({ inference_id, body }, context) =>
  context.executeAddressed(inference, inference_id, {
    given: own(context),
    decide: (_, current) => decideUpdateInference(current, body),
  }),
);

const setInferenceFile = serviceCommand(
  modelCommands.uploadInference,
  ({ id: inference_id, file }, context) =>
    context.executeAddressed(inference, inference_id, {
      given: async (state) => {
        const current = await own(context)(state);
        return isRefusal(current)
          ? current
          : ((await roomRefusal(context, current.user_id, [file])) ?? current);
      },
      decide: (_, current) => decideSetFile(current, file),
    }),
);

/** Cairn itself deletes those of a person who is erased. */
const deleteInference = serviceCommand(modelCommands.deleteInference, ({ id: inference_id }, context) =>
  context.executeAddressed(inference, inference_id, {
    given: async (state) =>
      context.principal.kind === 'system' && state.status === 'live' ? state : own(context)(state),
    decide: (_, current) => decideDeleteInference(current),
  }),
);

/** The commands on inferences; `runnerOf` gives what runs models. */
export const inferenceServiceCommands = (runnerOf: RunnerOf): readonly ServiceCommand[] => [
  runModel(runnerOf),
  addInference,
  updateInference,
  setInferenceFile,
  deleteInference,
];
