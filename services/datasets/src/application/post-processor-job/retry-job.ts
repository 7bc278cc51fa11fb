import { datasetCommands } from '@cairn/contracts';
import { isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { visibleItem } from '../../domain/item/changing.js';
import { datasetItem } from '../../domain/item/state.js';
import { decideRetry } from '../../domain/post-processor-job/decide.js';
import { postProcessorJob } from '../../domain/post-processor-job/state.js';
import { givenParents } from '../parents.js';

export const retryItemJob = serviceCommand(
  datasetCommands.retryItemJob,
  ({ dataset_id, version_id, item_id, job_id }, context) =>
    context.executeAddressed(postProcessorJob, job_id, {
      given: async () => {
        const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
        return isRefusal(parents) ? parents : visibleItem(await context.load(datasetItem, item_id), parents);
      },
      decide: (state, item) =>
        state.status === 'none' || state.item_id !== item.id
          ? notFound()
          : decideRetry(state, context.principal.userId),
    }),
);
