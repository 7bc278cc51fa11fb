import { modelQueries, type NamedEntities, type RunnableEntity } from '@cairn/contracts';
import { type AnswerContext, eachOf, isRefusal, type Refusal, serviceQuery } from '@cairn/kernel';
import type { KnownModel } from '../../domain/model/state.js';
import { readConfig } from '../../running/config/config.js';
import { toldOfTask } from '../../running/config/taken.js';
import { unfitConfig } from '../../running/config/unfit-config.js';
import { type Asking, askingNow, givenModel } from '../parents.js';
import { type Chosen, chosenVersion, runnableOf } from './runnable.js';

type Entity = NamedEntities['entities'][number];

const UNUSABLE: RunnableEntity = { status: 'unusable' };

const notRunnable = (code: string, message: string): RunnableEntity => ({
  status: 'not_runnable',
  code,
  message,
});

/** A version that is none of the model is not told apart from a model that the person may not execute. */
const unchosen = ({ refused, detail }: Refusal): RunnableEntity =>
  refused === 'not_found' ? UNUSABLE : notRunnable(refused, detail);

const told = (model: KnownModel, { version, file }: Chosen): RunnableEntity => {
  const unfit = unfitConfig(file.config);
  if (unfit !== undefined) return notRunnable(unfit.code, unfit.message);
  const { task, takes } = toldOfTask(readConfig(file.config), file.inspected?.inputs);
  return {
    status: 'runnable',
    model_id: model.id,
    version_id: version.id,
    kind: model.kind,
    private: model.privacy_enabled,
    ...(task === undefined ? {} : { task }),
    ...(takes === undefined ? {} : { takes: [...takes] }),
  };
};

/** Asked of the streams, step by step as `runModel` asks them. */
const answerOf = async (
  asking: Asking & Pick<AnswerContext, 'tools'>,
  { id, version_id }: Entity,
): Promise<RunnableEntity> => {
  const model = await givenModel(asking, id, 'execute');
  if (isRefusal(model)) return UNUSABLE;
  const version = await chosenVersion(asking, model, version_id);
  if (isRefusal(version)) return unchosen(version);
  const chosen = await runnableOf(asking, model, version);
  return isRefusal(chosen) ? notRunnable(chosen.refused, chosen.detail) : told(model, chosen);
};

/** What workflows pin when they are executed: of each node's model the version that is run now. */
export const runnableModels = serviceQuery(modelQueries.runnable, async ({ entities }, context) => {
  const asking = askingNow(context);
  return [...(await eachOf(entities, (entity) => answerOf(asking, entity)))];
});
