import type { FileRecord, InputMode, WorkflowExecutionRequest } from '@cairn/contracts';
import { type FieldError, type Refusal, refuse } from '@cairn/kernel';
import type { Canvas, KnownNode } from '../../domain/canvas/state.js';
import type { Pinned } from './pins.js';

/** A workflow, or a version of it, to be executed over an input. */
export interface AskedExecution {
  readonly id: string;
  readonly version_id?: string;
  readonly body: WorkflowExecutionRequest;
  readonly file?: FileRecord;
  readonly file_key?: string;
}
type Sent = Pick<AskedExecution, 'body' | 'file'>;

/** Where nobody said, what was sent says it. */
export const inputModeOf = ({ body, file }: Sent): InputMode => {
  if (body.input_mode !== undefined) return body.input_mode;
  if (body.batch_config !== undefined) return 'batch';
  if (file !== undefined) return 'file';
  return body.single_input === undefined ? 'none' : 'single';
};

const wrongInput = (pointer: string, message: string): Refusal =>
  refuse('execution_input_invalid', message, [{ pointer, code: 'execution_input_invalid', message }]);

/** Why what was sent is not what the mode takes. */
export const inputRefusal = (sent: Sent): Refusal | undefined => {
  const mode = inputModeOf(sent);
  if (mode === 'batch')
    return refuse('not_executable_yet', 'Batches are not executed yet.', [
      { pointer: '/input_mode', code: 'not_executable_yet', message: 'is not executed yet' },
    ]);
  const { single_input: text } = sent.body;
  return (
    partRefusal(mode, { mode: 'single', is: text !== undefined, name: 'single_input' }) ??
    partRefusal(mode, { mode: 'file', is: sent.file !== undefined, name: 'file' })
  );
};

/** One part of what was sent, and the mode that alone takes it and needs it. */
interface Part {
  readonly mode: InputMode;
  readonly is: boolean;
  readonly name: string;
}

const partRefusal = (mode: InputMode, part: Part): Refusal | undefined => {
  const isNeeded = mode === part.mode;
  if (isNeeded === part.is) return undefined;
  const message = `An execution in mode \`${mode}\` ${isNeeded ? 'needs' : 'takes no'} \`${part.name}\`.`;
  return wrongInput(`/${part.name}`, message);
};

/** First nodes that do not take what the execution is given. */
export const unfitRefusal = (
  asked: Sent,
  { nodes, edges }: Canvas,
  { runnable }: Pinned,
): Refusal | undefined => {
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
