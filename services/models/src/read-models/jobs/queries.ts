import type { JsonObject, Replay } from '@cairn/contracts';
import { type JobDocument, jobProjection, jobReads, type Opening, type QueryContext } from '@cairn/kernel';
import { modelJobs } from '../../domain/job/state.js';
import type { Counts } from '../../domain/replay/tally.js';
import { modelReads } from '../../models.js';
import { readableInferences } from '../inferences/queries.js';
import { openedDifference } from './sealed-differences.js';

/** `models.jobs`: a document for each replay. */
export const modelJobsProjection = jobProjection(modelJobs, {
  name: 'models.jobs',
  version: 2,
  own: [{ kind: 'compound', fields: ['model_id', 'created_at'] }],
});

export type ModelJobDocument = JobDocument & Pick<Replay, 'model_id' | 'version_id' | 'of_version_id'>;

/** A replay is for who asked for it: it is made of what that person may see. Of a model that is not to be seen it is not told. */
const mayKnow = async (context: QueryContext, { model_id, user_id }: ModelJobDocument): Promise<boolean> =>
  user_id === context.principal.userId &&
  ((await modelReads.readable(context, model_id)) !== undefined ||
    (await modelReads.refusal(context, model_id, 'execute')) === undefined);

/** The differences of inferences that the reader may see now, in their order. */
const differencesOf = async (
  jobId: string,
  { differences }: Counts,
  opening: Opening | undefined,
): Promise<Replay['differences']> => {
  if (opening === undefined) return [];
  const { context, vault } = opening;
  const readable = await readableInferences(
    context,
    differences.map(({ inference_id }) => inference_id),
  );
  const seen = differences.filter(({ inference_id }) => readable.has(inference_id));
  const opened = await Promise.all(seen.map((one) => openedDifference(vault, jobId, one)));
  return opened.filter((one) => one !== undefined);
};

const replayOf = async (
  { id: job_id, model_id, version_id, of_version_id, result }: ModelJobDocument,
  opening: Opening | undefined,
): Promise<JsonObject> => {
  if (!isCounted(result)) return {};
  const replay: Replay = {
    ...{ job_id, model_id, version_id, of_version_id },
    ...result,
    differences: await differencesOf(job_id, result, opening),
  };
  return { ...replay };
};

/** What was cancelled before it began has counted nothing. */
const isCounted = (result: JsonObject | undefined): result is JsonObject & Counts =>
  result !== undefined && 'compared' in result;

/** How replays are read. */
export const modelJobReads = jobReads<ModelJobDocument>(modelJobs, {
  mayKnow,
  own: ({ model_id, version_id }) => ({ model_id, model_version_id: version_id }),
  result: replayOf,
  worksOn: ({ version_id }) => ({ entity_type: 'model_version', entity_id: version_id }),
  narrowedBy: ['model_id'],
});
