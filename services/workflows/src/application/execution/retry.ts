import { givenAsset } from '@cairn/assets';
import { type InputOf, modelQueries, type NodeChange, workflowCommands } from '@cairn/contracts';
import {
  type CommandContext,
  isRefusal,
  notFound,
  type Refusal,
  refuse,
  requesterOf,
  serviceCommand,
} from '@cairn/kernel';
import { nodeValues } from '../../domain/canvas/values.js';
import { againBytes } from '../../domain/execution/stored-bytes.js';
import { planOf } from '../../domain/execution/plan.js';
import { canvasOf, againIn } from '../../domain/execution/retrying.js';
import { execution, executions, type KnownExecution } from '../../domain/execution/state.js';
import { type KnownWorkflowVersion, workflowVersionKind } from '../../domain/version/state.js';
import { workflowKind } from '../../domain/workflow/state.js';
import { deadlineOf } from './deadline.js';
import { knownExecution } from './known.js';
import { settingsRefusal } from './problem-refusal.js';
import { roomRefusal } from './room.js';
import { versionIn } from './pins.js';

type Asked = InputOf<typeof workflowCommands.retryWorkflowExecution>;
type Sent = NonNullable<NonNullable<Asked['body']>['nodes']>;

/** What a retry follows from. */
interface Given {
  readonly current: KnownExecution;
  readonly version: KnownWorkflowVersion;
  readonly changes: readonly NodeChange[];
}

/** Settings as they are kept. Refuses `foreign_node`, `use_secret`, `invalid_body`: of a node that stands there twice none is guessed. */
const changesOf = (sent: Sent, { nodes }: KnownWorkflowVersion): readonly NodeChange[] | Refusal => {
  const changes: NodeChange[] = [];
  const known = new Set<string>();
  for (const [place, { node_id, ...settings }] of sent.entries()) {
    const pointer = `/nodes/${place}`;
    if (known.has(node_id))
      return refuse('invalid_body', 'A node stands in this request twice.', [
        { pointer: `${pointer}/node_id`, code: 'unique', message: 'is there twice' },
      ]);
    known.add(node_id);
    if (!Object.hasOwn(nodes, node_id))
      return refuse('foreign_node', 'A node is none of the version that was executed.', [
        { pointer: `${pointer}/node_id`, code: 'foreign_node', message: 'is no node of the version' },
      ]);
    const values = nodeValues(settings, pointer);
    if (isRefusal(values)) return values;
    changes.push({ node_id, ...values });
  }
  return changes;
};

/** Who changes a node saves it for the execution, and must be allowed to write the workflow and to use the model. */
const savingRefusal = async (
  context: CommandContext,
  { current, version, changes }: Given,
): Promise<Refusal | undefined> => {
  if (changes.length === 0) return undefined;
  const workflow = await givenAsset(workflowKind, context, current.workflow_id, 'write');
  if (isRefusal(workflow)) return workflow;
  const named = [...changes.entries()].filter(
    ([, { node_id }]) => version.nodes[node_id]?.entity_type === 'model',
  );
  const entities = named.map(([, { node_id }]) => {
    const { entity_id: id, entity_version_id } = version.nodes[node_id]!;
    return { id, ...(entity_version_id === '' ? {} : { version_id: entity_version_id }) };
  });
  const onBehalfOf = requesterOf(context.principal);
  const found = await context.tools.services.models.query(
    modelQueries.unusable,
    { entities },
    { onBehalfOf },
  );
  if (isRefusal(found)) return found;
  if (found.unusable.length === 0) return undefined;
  const message = 'works with a model that you may not use';
  return refuse(
    'entity_unavailable',
    'A node works with a model that you may not use: its settings are not yours to change.',
    found.unusable.map((at) => ({
      pointer: `/nodes/${named[at]![0]}/node_id`,
      code: 'entity_unavailable',
      message,
    })),
  );
};

/** The execution, when it is the caller's own and the workflow may still be executed. */
const own = async (
  context: CommandContext,
  state: { readonly status: 'none' } | KnownExecution,
  workflowId: string,
): Promise<KnownExecution | Refusal> => {
  const current = await knownExecution(context, state, workflowId);
  if (isRefusal(current)) return current;
  if (current.user_id !== context.principal.userId)
    return refuse('forbidden', 'Only who executed it may retry an execution.');
  const workflow = await givenAsset(workflowKind, context, workflowId, 'execute');
  return isRefusal(workflow) ? workflow : current;
};

const given = async (
  context: CommandContext,
  state: { readonly status: 'none' } | KnownExecution,
  { id, body: { nodes: sent = [] } = {} }: Asked,
): Promise<Given | Refusal> => {
  const current = await own(context, state, id);
  if (isRefusal(current)) return current;
  const { state: version } = await context.tools.streams.at(
    workflowVersionKind.aggregate,
    current.version_id,
    BigInt(current.version_revision),
  );
  if (version.status === 'none') return notFound();
  const changes = changesOf(sent, version);
  if (isRefusal(changes)) return changes;
  const all = { current, version, changes };
  return (await refusalOf(context, all)) ?? all;
};

/** Why it is not done again with these settings. */
const refusalOf = async (context: CommandContext, all: Given): Promise<Refusal | undefined> =>
  (await savingRefusal(context, all)) ??
  settingsRefusal(afterChanges(all)) ??
  roomRefusal(context.tools, context.principal.userId, againBytes(all.changes));

/** The canvas as the retry executes it. */
const afterChanges = ({ current, version, changes }: Given): KnownWorkflowVersion => {
  const changed = changes.map(({ node_id, ...change }) => [
    node_id,
    { ...current.changes[node_id], ...change },
  ]);
  const all = { ...current.changes, ...(Object.fromEntries(changed) as KnownExecution['changes']) };
  return canvasOf(version, { changes: all, user_id: current.user_id });
};

const inputGone = (): Refusal =>
  refuse('execution_input_gone', 'A private model is among the nodes: the input is not kept.');

/** Does again what failed or was cancelled, and what depends on it. */
export const retryExecution = serviceCommand(workflowCommands.retryWorkflowExecution, (asked, context) =>
  context.executeAddressed(execution, asked.execution_id, {
    given: (state) => given(context, state, asked),
    decide: (_, all) => {
      const { current, version, changes } = all;
      const plan = planOf(afterChanges(all), versionIn(current.pins));
      const changed = new Set(changes.map(({ node_id }) => node_id));
      const node_ids = againIn(plan, current.nodes, changed);
      const completed = plan.nodes.length - node_ids.length;
      const retried = executions.decide.retry(current, {
        user_id: current.user_id,
        requester: requesterOf(context.principal),
        node_ids: [...node_ids],
        node_changes: [...changes],
        counts: { total: plan.nodes.length, completed, failed: 0, skipped: 0 },
        ...deadlineOf(version, context.at),
      });
      return current.private && !isRefusal(retried) ? inputGone() : retried;
    },
  }),
);
