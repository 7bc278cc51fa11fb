import { type MetricPoint, modelMetricsStreamEvents, MOST_METRICS } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { AT, idOf, MODEL, VERSION } from '../../testing/examples.js';
import { decideRecordMetrics, modelMetrics } from './state.js';

const point = (name: string): MetricPoint => ({
  ...{ id: idOf(name), name, description: '', value: 1, step: 0, timestamp: AT },
});
const recorded = (...names: string[]) =>
  modelMetricsStreamEvents.MetricsRecorded.of({
    ...{ model_id: MODEL, model_version_id: VERSION },
    metrics: names.map(point),
  });
const many = (count: number) => Array.from({ length: count }, (_, index) => `metric ${index}`);

describe('the metrics of a version', () => {
  const record = (before: readonly string[], ...names: string[]) =>
    given(modelMetrics, before.length === 0 ? [] : [recorded(...before)]).when((state) =>
      decideRecordMetrics(state, { id: VERSION, model_id: MODEL }, names.map(point)),
    );

  it('are recorded, of a name as often as one likes', () => {
    record([], 'loss').then(recorded('loss'));
    record(['loss'], 'loss').then(recorded('loss'));
  });
  it('are of so many names at most', () => {
    record(many(MOST_METRICS - 1), 'one more').then(recorded('one more'));
    record(many(MOST_METRICS), 'metric 7').then(recorded('metric 7'));
    record(many(MOST_METRICS), 'one more').thenRefused('metrics_too_many');
  });
  it('are not folded: their names are known, and nothing else', () => {
    expect(stateAfter(modelMetrics, [recorded('loss', 'loss'), recorded('loss')])).toEqual({
      names: ['loss'],
    });
  });
});
