import { givenAsset, visibleVersion } from '@cairn/assets';
import {
  executionEvents,
  type FileRecord,
  type InputMode,
  workflowCommands,
  type WorkflowExecutionRequest,
} from '@cairn/contracts';
import {
  type CommandContext,
  derivedId,
  type FieldError,
  isRefusal,
  type Refusal,
  refuse,
  requesterOf,
  serviceCommand,
} from '@cairn/kernel';
import { problemsWith } from '../../domain/canvas/problems.js';
import type { Canvas, KnownNode } from '../../domain/canvas/state.js';
import { planOf } from '../../domain/execution/plan.js';
import {
  ambiguousOf,
  errorsOf,
  type NodeProblem,
  notYetOf,
  wronglySetOf,
} from '../../domain/execution/problems.js';
import { execution } from '../../domain/execution/state.js';
import { workflowVersionKind } from '../../domain/version/state.js';
import { workflowKind } from '../../domain/workflow/state.js';
import { entityProblems } from '../entities.js';
import { type Pinned, pinned, versionIn } from './pins.js';
import { roomRefusal } from './room.js';

interface Asked {
  readonly id: string;
  readonly version_id?: string;
  readonly body: WorkflowExecutionRequest;
  readonly file?: FileRecord;
  readonly file_key?: string;
}

/** Where nobody said, what was sent says it. */
export const inputModeOf = ({ body, file }: Pick<Asked, 'body' | 'file'>): InputMode => {
  if (body.input_mode !== undefined) return body.input_mode;
  if (body.batch_config !== undefined) return 'batch';
  if (file !== undefined) return 'file';
  return body.single_input === undefined ? 'none' : 'single';
};

const wrongInput = (pointer: string, message: string): Refusal =>
  refuse('execution_input_invalid', message, [{ pointer, code: 'execution_input_invalid', message }]);

/** Why what was sent is not what the mode takes. */
const inputRefusal = (asked: Asked): Refusal | undefined => {
  const mode = inputModeOf(asked);
  const { single_input: text } = asked.body;
  if (mode === 'batch')
    return refuse('not_executable_yet', 'Batches are not executed yet.', [
      { pointer: '/input_mode', code: 'not_executable_yet', message: 'is not executed yet' },
    ]);
  if (mode === 'single' && text === undefined)
    return wrongInput('/single_input', 'An execution over a single input needs `single_input`.');
  if (mode !== 'single' && text !== undefined)
    return wrongInput('/single_input', `An execution in mode ${mode} takes no \`single_input\`.`);
  if (mode === 'file' && asked.file === undefined)
    return wrongInput('/file', 'An execution over a file needs a form with the file.');
  return mode !== 'file' && asked.file !== undefined
    ? wrongInput('/file', `An execution in mode ${mode} takes no file.`)
    : undefined;
};

/** What an execution begins with: what stands when it is asked for. */
interface Given {
  readonly version_id: string;
  readonly version_revision: number;
  readonly pinned: Pinned;
}

/** All that stands in the way of executing a canvas. */
const problemRefusal = async (
  { tools }: Pick<CommandContext, 'tools'>,
  canvas: Canvas,
  fixed: Pinned,
): Promise<Refusal | undefined> => {
  const plan = planOf(canvas, versionIn(fixed.pins));
  const isLater = ({ code }: NodeProblem): boolean => code === 'not_executable_yet';
  const unavailable = await entityProblems(tools, canvas);
  const invalid: readonly NodeProblem[] = [
    ...(Object.keys(canvas.nodes).length === 0 ? [NO_NODES] : []),
    ...problemsWith(canvas, unavailable),
    ...wronglySetOf(canvas),
    ...ambiguousOf(plan),
    ...fixed.problems.filter((problem) => !isLater(problem)),
  ];
  if (invalid.length > 0)
    return refuse('workflow_invalid', 'The version cannot be executed as it is.', errorsOf(invalid));
  const later = [...notYetOf(canvas), ...fixed.problems.filter(isLater)];
  return later.length === 0
    ? undefined
    : refuse('not_executable_yet', 'The version uses what is not executed yet.', errorsOf(later));
};

const NO_NODES: NodeProblem = { code: 'canvas_empty', message: 'The version has no node.' };

/** First nodes that do not take what the execution is given. */
const unfitRefusal = (asked: Asked, { nodes, edges }: Canvas, { runnable }: Pinned): Refusal | undefined => {
  const mode = inputModeOf(asked);
  const given = mode === 'file' ? 'file' : 'text';
  const later = new Set(Object.values(edges).map(({ end_node_id }) => end_node_id));
  const isUnfit = (node: KnownNode): boolean => {
    const takes = runnable(node)?.takes;
    return !later.has(node.id) && takes !== undefined && (mode === 'none' || !takes.includes(given));
  };
  const errors = Object.values(nodes)
    .filter(isUnfit)
    .map(({ id }): FieldError => ({
      pointer: `/nodes/${id}`,
      code: 'execution_input_invalid',
      message: mode === 'none' ? 'needs an input' : `takes no ${given}`,
    }));
  return errors.length === 0
    ? undefined
    : refuse(
        'execution_input_invalid',
        'A first node does not take what the execution is given.',
        errors.slice(0, 100),
      );
};

const given = async (context: CommandContext, asked: Asked): Promise<Given | Refusal> => {
  const workflow = await givenAsset(workflowKind, context, asked.id, 'execute');
  if (isRefusal(workflow)) return workflow;
  const version_id = asked.version_id ?? workflow.active_version_id;
  const { state, tip } = await context.tools.streams.current(workflowVersionKind.aggregate, version_id);
  const version = visibleVersion(state, workflow.id);
  if (isRefusal(version)) return version;
  const fixed = await pinned(context.tools, version);
  if (isRefusal(fixed)) return fixed;
  const refusal =
    inputRefusal(asked) ??
    (await problemRefusal(context, version, fixed)) ??
    unfitRefusal(asked, version, fixed) ??
    (await roomRefusal(context.tools, context.principal.userId, storedBytes(asked)));
  return refusal ?? { version_id, version_revision: Number(tip!.revision), pinned: fixed };
};

const storedBytes = ({ body, file }: Asked): number =>
  Buffer.byteLength(body.single_input ?? '') + (file?.size ?? 0);

/** The input and the name of the file, which are sealed. */
const inputOf = ({ body, file, file_key }: Asked) => ({
  ...(body.single_input === undefined ? {} : { input: body.single_input }),
  ...(file === undefined ? {} : { file: { ...file, file_name: '' }, file_name: file.file_name }),
  ...(file_key === undefined ? {} : { file_key }),
});

/** Takes on an execution: what it runs is fixed here. */
export const executeWorkflow = serviceCommand(workflowCommands.executeWorkflow, (asked: Asked, context) => {
  const id = context.id('execution');
  return context.execute(execution, id, {
    given: () => given(context, asked),
    decide: (state, { version_id, version_revision, pinned: { pins, private: isPrivate } }) => {
      if (state.status !== 'none') return refuse('conflict', 'There is an execution of this id.');
      return [
        executionEvents.requested.of({
          ...{ id, kind: 'execution', workflow_id: asked.id, version_id, version_revision },
          user_id: context.principal.userId,
          requester: requesterOf(context.principal),
          name: '',
          input_mode: inputModeOf(asked),
          private: isPrivate,
          pins: [...pins],
          input_key_id: isPrivate ? derivedId(id, 'input') : id,
          ...inputOf(asked),
        }),
      ];
    },
  });
});
