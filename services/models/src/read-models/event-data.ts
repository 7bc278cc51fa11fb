import { categoryOf, type Document, idOf, type QueryContext } from '@cairn/kernel';
import { inference } from '../domain/inference/state.js';
import { modelMetrics } from '../domain/metrics/state.js';
import { modelVersion } from '../domain/version/state.js';
import { readableInference } from './inferences/queries.js';
import { LATEST_METRICS } from './metrics/project.js';
import { modelReads } from '../models.js';
import { VERSIONS } from './versions/project.js';

type ModelOf = (context: QueryContext, id: string) => Promise<string | undefined>;

const inModel =
  (collection: string): ModelOf =>
  async ({ today }, id) =>
    ((await today.get(collection, id)) as (Document & { readonly model_id: string }) | undefined)?.model_id;

/** Which model a stream belongs to, by its category: whoever asks chooses that, so what an object inherits is no answer. */
const MODEL_OF: ReadonlyMap<string, ModelOf> = new Map([
  [modelVersion.category, inModel(VERSIONS)],
  [modelMetrics.category, inModel(LATEST_METRICS)],
]);

/**
 * Whether the caller may read what happened to a stream: to an inference that it may know of, to the model that it belongs
 * to, a deleted one too. A reading with a moment asks about what happened then.
 */
export const mayReadModelStream = async (context: QueryContext, stream: string): Promise<boolean> => {
  if (categoryOf(stream) === inference.category)
    return (await readableInference(context, idOf(stream), true)) !== undefined;
  const id = await MODEL_OF.get(categoryOf(stream))?.(context, idOf(stream));
  if (id === undefined) return false;
  return (await modelReads.readable(context, id, { deletedToo: true })) !== undefined;
};
