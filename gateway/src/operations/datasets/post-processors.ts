import {
  datasetCommands,
  type DatasetPostProcessor,
  datasetQueries,
  modelQueries,
  operations,
  type PostProcessorWithModel,
} from '@cairn/contracts';
import { jobsOfDataset, labellingJobReads, postProcessors, standingOf } from '@cairn/datasets';
import { mapPage, sent } from '@cairn/kernel';
import { answer, type Answer, listed } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { jobAt } from '../jobs/job-answers.js';
import { resultOf } from '../jobs/job-result.js';
import { recordHandlers } from '../record.js';
import { listBy, sentIn } from '../resource.js';

/** How those who offer them call themselves; all others are shown as they are named. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['openai', 'OpenAI'],
  ['huggingface', 'Hugging Face'],
  ['kserve', 'KServe'],
  ['http', 'HTTP'],
]);

interface Named {
  readonly name: string;
  readonly kind: string;
}

/** The models that some ask, as far as the caller may see them today, whatever moment is read. */
const modelsOf = async (
  call: Pick<Call, 'ask'>,
  asked: readonly DatasetPostProcessor[],
): Promise<ReadonlyMap<string, Named>> => {
  const ids = [...new Set(asked.flatMap(({ model_id }) => model_id ?? []))];
  const models = ids.length === 0 ? [] : await call.ask(modelQueries.named, { ids });
  return new Map(models.map(({ id, ...named }) => [id, named]));
};

const withModel = (
  shown: DatasetPostProcessor,
  models: ReadonlyMap<string, Named>,
): PostProcessorWithModel => {
  const { model_id = '', external_provider: provider = '' } = shown;
  const model = models.get(model_id);
  return {
    ...shown,
    ...(model === undefined ? {} : { model_name: model.name, model_kind: model.kind }),
    is_external: provider !== '',
    ...(provider === '' ? {} : { provider_name: PROVIDERS.get(provider.toLowerCase()) ?? provider }),
  };
};

const listPostProcessors = handler(operations.listDatasetPostProcessors, async (call) => {
  const { context, params, page, filters } = call;
  const its = found(await postProcessors.queries.list(context, params, page, filters));
  const models = await modelsOf(call, its.elements);
  const ids = its.elements.map(({ id }) => id);
  const standing = await standingOf(context, ids);
  return listed(
    mapPage(its, (each) => ({ ...withModel(each, models), ...sent({ jobs: standing.get(each.id) }) })),
  );
});

const listPostProcessorJobs = listBy(operations.listPostProcessorJobs, jobsOfDataset);

const runPostProcessor = handler(operations.runDatasetPostProcessor, async (call) => {
  const id = call.newId('job');
  await call.write(datasetCommands.runDatasetPostProcessor, sentIn(call), { location: jobAt(id), id });
  return resultOf(call, labellingJobReads, id);
});

const tryPostProcessor = handler(operations.tryDatasetPostProcessor, async (call) =>
  answer(await call.ask(datasetQueries.triedPostProcessor, { ...call.params, body: call.body })),
);

/** A new one is told where it is asked about the items that are there already (RFC 8288). */
const namingRun = (answer: Answer): Answer => {
  if (answer.kind !== 'resource' || answer.location === undefined) return answer;
  const link = `<${answer.location}/run>; rel="related"; title="Ask about the items that are there already"`;
  return { ...answer, headers: { ...answer.headers, link } };
};

/** What answers the operations of post-processors. */
export const postProcessorHandlers: readonly AnyHandler[] = recordHandlers(
  postProcessors,
  [listPostProcessors, listPostProcessorJobs, runPostProcessor, tryPostProcessor],
  { created: namingRun },
);
