import { postProcessor, postProcessorJobCommands } from '@cairn/contracts';
import { byWorker, serviceCommand } from '@cairn/kernel';
import { postProcessors } from '../../post-processors.js';

/** One that is disabled already stays so for its own reason. */
export const stopPostProcessor = serviceCommand(postProcessorJobCommands.stop, ({ id, reason }, context) =>
  byWorker(context, () =>
    context.execute(postProcessors.aggregate, id, {
      decide: (state) =>
        state.status === 'live' && state.values.enabled
          ? [postProcessor.transitions.stopped.of({ reason })]
          : [],
    }),
  ),
);
