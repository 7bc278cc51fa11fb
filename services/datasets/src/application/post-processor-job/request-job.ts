import { postProcessorJobCommands } from '@cairn/contracts';
import { byWorker, isRefusal, serviceCommand } from '@cairn/kernel';
import { datasetItem } from '../../domain/item/state.js';
import { decideRequest } from '../../domain/post-processor-job/decide.js';
import { postProcessorJob } from '../../domain/post-processor-job/state.js';
import { datasetVersion } from '../../domain/version/state.js';
import { visibleVersion } from '../../domain/version/parents.js';

/** Nothing happens where the item is gone or has another text or file by then: that one has a job of its own. */
export const requestJob = serviceCommand(
  postProcessorJobCommands.request,
  ({ job_id: id, ...asked }, context) =>
    byWorker(context, () =>
      context.execute(postProcessorJob, id, {
        given: async () => {
          const item = await context.load(datasetItem, asked.item_id);
          const version = await context.load(datasetVersion, asked.version_id);
          const isThere = item.status === 'live' && !isRefusal(visibleVersion(version, asked.dataset_id));
          if (!isThere) return false;
          const { text_at, file_at } = item.processing;
          return asked.content === text_at || asked.content === file_at;
        },
        decide: (state, isAsItWas) => (isAsItWas ? decideRequest(state, { id, ...asked }) : []),
      }),
    ),
);
