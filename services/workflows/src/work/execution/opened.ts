import { executionEvents, ownExecutionEvents, type EventOf, type Personal } from '@cairn/contracts';
import { projected, type ServiceTools, streamOf } from '@cairn/kernel';
import { execution } from '../../domain/execution/state.js';
import { NOTHING_CAME, type Value } from '../../domain/execution/values.js';
import { type StoredOutput, storedOutputs } from '../../domain/execution/stored-outputs.js';

type Requested = EventOf<typeof executionEvents.requested>['data'];
type Recorded = EventOf<typeof ownExecutionEvents.ExecutionNodesRecorded>['data'];

/** What of an execution stands sealed in its stream. */
export interface Opened {
  readonly input: Value;
  /** What opens the file; absent without one. */
  readonly fileKey: string | undefined;
  /** By node; what was put out last counts. */
  readonly outputs: ReadonlyMap<string, StoredOutput>;
}

const opened = (value: Personal | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Opens what an execution was given and what its nodes have put out, as the log has it. */
export const openedExecution = async (
  { log, streams, vault }: Pick<ServiceTools, 'log' | 'streams' | 'vault'>,
  id: string,
): Promise<Opened> => {
  const registry = streams.registryOf(execution);
  let input: Value = NOTHING_CAME;
  let fileKey: string | undefined;
  const outputs = new Map<string, StoredOutput>();
  for (const recorded of await log.read(streamOf(execution, id))) {
    const event = (await projected(registry, recorded, vault))?.event;
    if (event?.type === executionEvents.requested.name) {
      const data = event.data as Requested;
      input = inputOf(data);
      fileKey = opened(data.file_key);
    }
    if (event?.type !== ownExecutionEvents.ExecutionNodesRecorded.name) continue;
    for (const [node, output] of storedOutputs(opened((event.data as Recorded).outputs)))
      outputs.set(node, output);
  }
  return { input, fileKey, outputs };
};

const inputOf = ({ input, file }: Requested): Value => {
  if (file !== undefined) return { kind: 'file' };
  // An empty text is an input too; that of who is erased is not asked for.
  return typeof input === 'string' ? { kind: 'text', text: input } : NOTHING_CAME;
};
