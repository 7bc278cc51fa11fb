import { visibleVersion } from '@cairn/assets';
import { type MetricInput, type MetricPoint, modelCommands } from '@cairn/contracts';
import { isRefusal, sent, serviceCommand, timestamp } from '@cairn/kernel';
import { decideRecordMetrics, modelMetrics } from '../../domain/metrics/state.js';
import { modelVersion } from '../../domain/version/state.js';
import { givenModel } from '../parents.js';
import { type NamedId, unreadableRefusal } from '../references.js';

/** What nobody says: measured now, at step 0. */
const pointOf = (
  { description = '', step = 0, timestamp: measured, ...said }: MetricInput,
  id: string,
  at: string,
): MetricPoint => ({
  id,
  description,
  step,
  timestamp: measured === undefined ? at : timestamp(Date.parse(measured)),
  ...(sent(said) as Pick<MetricInput, 'name' | 'value'>),
});

const namedBy = (metrics: readonly MetricInput[]): readonly NamedId[] =>
  metrics.flatMap(({ dataset_id, dataset_version_id }, index) => [
    { of: 'dataset_ids', id: dataset_id, pointer: `/metrics/${index}/dataset_id` },
    { of: 'version_ids', id: dataset_version_id, pointer: `/metrics/${index}/dataset_version_id` },
  ]);

export const recordMetrics = serviceCommand(
  modelCommands.recordModelMetrics,
  async ({ id: model_id, version_id, body }, context) => {
    const points = body.metrics.map((metric, index) =>
      pointOf(metric, context.id('metric', index), context.at),
    );
    const executed = await context.execute(modelMetrics, version_id, {
      given: async () => {
        const found = await givenModel(context, model_id, 'write');
        if (isRefusal(found)) return found;
        const version = visibleVersion(await context.load(modelVersion, version_id), model_id);
        if (isRefusal(version)) return version;
        return (await unreadableRefusal(context, namedBy(body.metrics))) ?? version;
      },
      decide: (state, version) => decideRecordMetrics(state, version, points),
    });
    if (isRefusal(executed)) return executed;
    return { ...executed, result: { recorded: points.length, ids: points.map(({ id }) => id) } };
  },
);
