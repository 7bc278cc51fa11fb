import { mayReadStreams, toldBy } from '@cairn/assets';
import { categoryOf, idOf, type QueryContext } from '@cairn/kernel';
import { inference } from '../domain/inference/state.js';
import { modelMetrics } from '../domain/metrics/state.js';
import { readableInference } from './inferences/queries.js';
import { LATEST_METRICS } from './metrics/project.js';
import { modelReads } from '../models.js';

const mayReadOfModel = mayReadStreams(
  {
    [modelMetrics.category]: toldBy(LATEST_METRICS, 'model_id'),
  },
  modelReads.readable,
);

/** Whether the caller may read what happened to a stream: to an inference that it may know of, or to what is in a model. */
export const mayReadModelStream = async (context: QueryContext, stream: string): Promise<boolean> =>
  categoryOf(stream) === inference.category
    ? (await readableInference(context, idOf(stream), true)) !== undefined
    : mayReadOfModel(context, stream);
