import { datasetJobCommands } from '@cairn/contracts';
import { causedBy, derivedId, nameKey, type ServiceTools } from '@cairn/kernel';
import type { Parents } from '../../domain/version/parents.js';
import { proposalsFor } from '../../domain/post-processor-job/answered.js';
import type { KnownItem } from '../../domain/item/state.js';
import { predictionsIn } from '../../domain/post-processor-job/answers.js';
import { roomForAutoCreated } from '../../domain/version/labels.js';
import type { KeptAnswer, KnownPostProcessorJob } from '../../domain/post-processor-job/state.js';
import type { Ready } from './ready.js';

/** One job makes no more labels. */
const MOST_OF_A_JOB = 20;

/**
 * Makes the labels that an answer names and the version lacks, where the post-processor may. What is not made, for there
 * are too many, is left by the answer as unknown. Labels alone change no item.
 */
export const makeLabels = async (
  { execute }: Pick<ServiceTools, 'execute'>,
  job: KnownPostProcessorJob & { readonly answer: KeptAnswer },
  item: KnownItem,
  parents: Parents,
  { settings }: Ready,
): Promise<void> => {
  if (!settings.auto_create_labels) return;
  const asked = { ...job, predictions: predictionsIn(job.answer.result) };
  const most = Math.min(MOST_OF_A_JOB, roomForAutoCreated(parents.version));
  const names = proposalsFor(item, asked, { parents, settings }).unknown.slice(0, most);
  if (names.length === 0) return;
  const { dataset_id, version_id, user_id, id, fence, cause } = job;
  const labels = names.map((name) => ({ id: derivedId(id, 'label', nameKey(name)), name }));
  const call = { id: derivedId(id, fence, 'labels'), ...causedBy(cause) };
  await execute(
    datasetJobCommands.prepareImport,
    { dataset_id, version_id, user_id, labels, splits: [] },
    call,
  );
};
