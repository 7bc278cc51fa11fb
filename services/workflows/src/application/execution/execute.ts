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
import { execution } from '../../domain/execution/state.js';
import { beginningBytes } from '../../domain/execution/stored-bytes.js';
import { type KnownWorkflowVersion, workflowVersionKind } from '../../domain/version/state.js';
import { workflowKind } from '../../domain/workflow/state.js';
import { type AskedExecution, inputModeOf, inputRefusal, unfitRefusal } from './input.js';
import { deadlineOf } from './deadline.js';
import { type Pinned, pinned } from './pins.js';
import { problemRefusal } from './problem-refusal.js';
import { roomRefusal } from './room.js';

/** What an execution begins with: what stands when it is asked for. */
interface Given {
  readonly version: KnownWorkflowVersion;
  readonly version_revision: number;
  readonly pinned: Pinned;
}

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
  return refusal ?? { version, version_revision: Number(tip!.revision), pinned: fixed };
};

/** Why a canvas cannot be executed over what was sent. */
const refusalOf = async (
  context: CommandContext,
  asked: AskedExecution,
  version: KnownWorkflowVersion,
  fixed: Pinned,
): Promise<Refusal | undefined> =>
  inputRefusal(asked) ??
  (await problemRefusal(context, version, fixed)) ??
  unfitRefusal(asked, version, fixed) ??
  roomRefusal(
    context.tools,
    context.principal.userId,
    beginningBytes(asked.body.single_input, asked.file?.size ?? 0, fixed.pins),
  );

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
      decide: (state, { version, version_revision, pinned: { pins, private: isPrivate } }) => {
        if (state.status !== 'none') return refuse('conflict', 'There is an execution of this id.');
        return [
          executionEvents.requested.of({
            ...{ id, kind: 'execution', workflow_id: asked.id, version_id: version.id, version_revision },
            user_id: context.principal.userId,
            requester: requesterOf(context.principal),
            name: '',
            input_mode: inputModeOf(asked),
            private: isPrivate,
            pins: [...pins],
            input_key_id: isPrivate ? derivedId(id, 'input') : id,
            ...inputOf(asked),
            ...deadlineOf(version, context.at),
          }),
        ];
      },
    });
  },
);
