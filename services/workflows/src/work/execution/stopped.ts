import { JobRefused } from '@cairn/kernel';
import type { Plan } from '../../domain/execution/plan.js';
import type { Walk } from '../../domain/execution/walk.js';
import type { Recorder } from './recorder.js';

/** Why an execution failed: a node did whose `on_failure` says so. */
export const stopped = (
  { plan: { nodes }, walk }: { readonly plan: Plan; readonly walk: Walk },
  recorder: Pick<Recorder, 'factOf'>,
): JobRefused => {
  const place = nodes.findIndex((_, at) => walk.standingOf(at) === 'failed_stop');
  const { id, name } = nodes[place]!;
  const message = `The node ${name === '' ? id : JSON.stringify(name)} failed.`;
  const code = recorder.factOf(place)?.error_code ?? 'node_failed';
  return new JobRefused('node_failed', message, [{ code, message }]);
};
