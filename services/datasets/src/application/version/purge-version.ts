import { notFound } from '@cairn/assets';
import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, type Principal, refuse, serviceCommand } from '@cairn/kernel';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

/** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
export const decidePurgeVersion = (state: VersionState, principal: Principal): Decision => {
  if (principal.kind !== 'system') return refuse('forbidden', 'Versions are purged by a timer only.');
  if (state.status === 'none') return notFound();
  return state.status === 'deleted' ? [datasetVersionStreamEvents.DatasetVersionPurged.of({})] : [];
};

export const purgeVersion = serviceCommand(datasetCommands.purgeVersion, ({ id: version_id }, context) =>
  context.execute(datasetVersion, version_id, {
    decide: (state) => decidePurgeVersion(state, context.principal),
  }),
);
