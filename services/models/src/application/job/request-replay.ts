import { visibleVersion } from '@cairn/assets';
import { modelCommands, modelJobEvents } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal, requesterOf, serviceCommand } from '@cairn/kernel';
import { modelJob } from '../../domain/job/state.js';
import { modelVersion } from '../../domain/version/state.js';
import { type Chosen, foreignVersion, runnableOf } from '../inference/runnable.js';
import { type Asking, givenModel } from '../parents.js';

const DEFAULT_LIMIT = 1_000;

/** The version that is to be run, while who asked may run it; decided again at each step of the work (S40). */
export const replayedBy = async (
  context: Asking & Pick<CommandContext, 'tools'>,
  { model_id, version_id }: { readonly model_id: string; readonly version_id: string },
): Promise<Chosen | Refusal> => {
  const model = await givenModel(context, model_id, 'execute');
  if (isRefusal(model)) return model;
  const version = visibleVersion(await context.load(modelVersion, version_id), model_id);
  return isRefusal(version) ? version : runnableOf(context, model, version);
};

const foreignRefusal = async (
  { load }: Pick<CommandContext, 'load'>,
  model_id: string,
  id: string,
): Promise<Refusal | undefined> =>
  isRefusal(visibleVersion(await load(modelVersion, id), model_id))
    ? foreignVersion('of_version_id')
    : undefined;

/** Asks for a replay; whose inputs those are is decided by the work. */
export const requestReplay = serviceCommand(
  modelCommands.replayModelVersion,
  async ({ id: model_id, version_id, body }, context) => {
    const id = context.id('job');
    const { of_version_id, from, to, limit = DEFAULT_LIMIT } = body;
    return context.execute(modelJob, id, {
      given: async () => {
        const chosen = await replayedBy(context, { model_id, version_id });
        return isRefusal(chosen) ? chosen : foreignRefusal(context, model_id, of_version_id);
      },
      decide: () => [
        modelJobEvents.requested.of({
          id,
          kind: 'replay',
          ...{ model_id, version_id, of_version_id, limit },
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          user_id: context.principal.userId,
          requester: requesterOf(context.principal),
          name: '',
        }),
      ],
    });
  },
);
