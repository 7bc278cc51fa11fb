import { isDeepStrictEqual } from 'node:util';
import type { NodeExecution, WorkflowExecution } from '@cairn/contracts';
import type { DrawnNode, Shape } from './canvases.js';
import { type Outcome, outcomesOf, shown, stops } from './expected.js';

interface Compared {
  readonly node: DrawnNode;
  readonly outcome: Outcome;
  readonly told: NodeExecution | undefined;
}
type ByName = ReadonlyMap<string, Compared>;

/** How an execution that is over differs from what docs/workflows.md says of it; a sentence for each difference. */
export const differencesOf = (shape: Shape, execution: WorkflowExecution): readonly string[] => {
  const told = new Map((execution.node_executions ?? []).map((each) => [each.node_name, each]));
  const outcomes = outcomesOf(shape);
  const nodes = new Map(
    shape.canvas.map((node) => [
      node.name,
      { node, outcome: outcomes.get(node.name)!, told: told.get(node.name) },
    ]),
  );
  const stopping = [...nodes.values()].filter(
    ({ node, outcome }) => outcome.status === 'failed' && stops(node),
  );
  const found = stopping.length === 0 ? ofCompleted(execution, nodes) : ofStopped(execution, nodes, stopping);
  return [...found, ...ofResults(shape, execution, nodes)];
};

const ofCompleted = ({ status }: WorkflowExecution, nodes: ByName): readonly string[] => [
  ...(status === 'completed' ? [] : [`it is ${status} and no node stops it`]),
  ...[...nodes.values()].flatMap(ofSettled),
];

/** A node that had the time to become what becomes of it. */
const ofSettled = ({ node: { name }, outcome, told }: Compared): readonly string[] => {
  const [is, wanted] = [wordsOf(told), wantedOf(outcome)];
  return is === wanted ? [] : [`${name} is ${is} instead of ${wanted}`];
};

const wordsOf = (told: NodeExecution | undefined): string => {
  if (told === undefined) return 'not told';
  const { status, attempt, error_code = '' } = told;
  return status === 'skipped' ? status : `${status} ${error_code} at attempt ${attempt}`;
};

const wantedOf = (outcome: Outcome): string => {
  if (outcome.status === 'failed') return `failed ${outcome.error_code} at attempt ${outcome.attempts}`;
  return outcome.status === 'completed' ? 'completed  at attempt 1' : 'skipped';
};

/** Which of the nodes that would stop it did, and what went on beside it, depends on who was first. */
const ofStopped = (
  { status, error_code, failed_node_id }: WorkflowExecution,
  nodes: ByName,
  stopping: readonly Compared[],
): readonly string[] => {
  if (status !== 'failed' || error_code !== 'node_failed')
    return [`it is ${status} ${String(error_code)}, and a node stops it`];
  const stopped = stopping.find(({ told }) => told?.node_id === failed_node_id);
  if (stopped === undefined) return [`it names ${String(failed_node_id)}, which is no node that stops it`];
  const settled = before(stopped, nodes);
  return [...nodes.values()].flatMap((each) =>
    settled.has(each.node.name) ? ofSettled(each) : ofBeside(each, nodes),
  );
};

/** A node and all that lead to it. */
const before = ({ node }: Compared, nodes: ByName): ReadonlySet<string> =>
  new Set([
    node.name,
    ...node.after.flatMap((name) => {
      const earlier = nodes.get(name);
      return earlier === undefined ? [] : [...before(earlier, nodes)];
    }),
  ]);

/** It is as it would be, or had not begun, or was cancelled. */
const ofBeside = (compared: Compared, nodes: ByName): readonly string[] => {
  const { node, outcome, told } = compared;
  if (told?.status === 'skipped') return [];
  if (!mayBegin(compared, nodes)) return [`${node.name} is ${wordsOf(told)} and had nothing to begin with`];
  if (told?.status === 'cancelled') return [];
  return outcome.status === 'failed' && stops(node)
    ? [`${node.name} is ${wordsOf(told)} and another had stopped the execution`]
    : ofSettled(compared);
};

/** Whether all that lead to it have ended, none of them so that it is left out. */
const mayBegin = ({ node, outcome }: Compared, nodes: ByName): boolean =>
  (outcome.status === 'completed' || outcome.status === 'failed') &&
  node.after.every((name) => ['completed', 'failed'].includes(nodes.get(name)?.told?.status ?? ''));

const ofResults = ({ canvas }: Shape, { results }: WorkflowExecution, nodes: ByName): readonly string[] => {
  const last = canvas.filter(({ name }) => canvas.every(({ after }) => !after.includes(name)));
  const wanted = last.flatMap(({ name }) => {
    const { outcome, told } = nodes.get(name)!;
    return outcome.status === 'completed' && told?.status === 'completed'
      ? [[name, shown(outcome.output)] as const]
      : [];
  });
  const is = predictionsIn(results ?? {});
  return isDeepStrictEqual(is, Object.fromEntries(wanted))
    ? []
    : [`the results are ${JSON.stringify(is)} instead of ${JSON.stringify(Object.fromEntries(wanted))}`];
};

/** Of each answer in what results show, the prediction alone. */
const predictionsIn = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('inference_id' in value && 'prediction' in value) return { prediction: value.prediction };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, predictionsIn(each)]));
};
