import { givenAsset, visibleVersion } from '@cairn/assets';
import { executionEvents, workflowCommands } from '@cairn/contracts';
import {
  type CommandContext,
  derivedId,
  isRefusal,
  type Refusal,
  refuse,
  requesterOf,
  serviceCommand,
} from '@cairn/kernel';
import { problemsWith } from '../../domain/canvas/problems.js';
import type { Canvas } from '../../domain/canvas/state.js';
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
import { type AskedExecution, inputModeOf, inputRefusal, unfitRefusal } from './input.js';
import { type Pinned, pinned, versionIn } from './pins.js';
import { roomRefusal } from './room.js';

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

const given = async (context: CommandContext, asked: AskedExecution): Promise<Given | Refusal> => {
  const workflow = await givenAsset(workflowKind, context, asked.id, 'execute');
  if (isRefusal(workflow)) return workflow;
  const version_id = asked.version_id ?? workflow.active_version_id;
  const { state, tip } = await context.tools.streams.current(workflowVersionKind.aggregate, version_id);
  const version = visibleVersion(state, workflow.id);
  if (isRefusal(version)) return version;
  const fixed = await pinned(context.tools, version);
  if (isRefusal(fixed)) return fixed;
  const refusal = await refusalOf(context, asked, version, fixed);
  return refusal ?? { version_id, version_revision: Number(tip!.revision), pinned: fixed };
};

/** Why a canvas cannot be executed over what was sent. */
const refusalOf = async (
  context: CommandContext,
  asked: AskedExecution,
  canvas: Canvas,
  fixed: Pinned,
): Promise<Refusal | undefined> =>
  inputRefusal(asked) ??
  (await problemRefusal(context, canvas, fixed)) ??
  unfitRefusal(asked, canvas, fixed) ??
  roomRefusal(context.tools, context.principal.userId, storedBytes(asked));

const storedBytes = ({ body, file }: AskedExecution): number =>
  Buffer.byteLength(body.single_input ?? '') + (file?.size ?? 0);

/** The input and the name of the file, which are sealed. */
const inputOf = ({ body, file, file_key }: AskedExecution) => ({
  ...(body.single_input === undefined ? {} : { input: body.single_input }),
  ...(file === undefined ? {} : { file: { ...file, file_name: '' }, file_name: file.file_name }),
  ...(file_key === undefined ? {} : { file_key }),
});

/** Takes on an execution: what it runs is fixed here. */
export const executeWorkflow = serviceCommand(
  workflowCommands.executeWorkflow,
  (asked: AskedExecution, context) => {
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
  },
);
