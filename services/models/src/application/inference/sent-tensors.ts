import type { FileRecord } from '@cairn/contracts';
import { sent } from '@cairn/kernel';
import type { ModelInput, RunnableModel } from '../../running/port.js';

/** Of a file that is a request of the open inference protocol: how many of its first bytes are JSON. */
export interface SentTensors {
  readonly head_bytes: number;
}

/** Of the config of an inference, as `configOf` made it. */
export const tensorsIn = (config: string): SentTensors | undefined => {
  if (config === '') return undefined;
  const { header_bytes } = JSON.parse(config) as { readonly header_bytes?: unknown };
  return typeof header_bytes === 'number' ? { head_bytes: header_bytes } : undefined;
};

/** What a file asks; `key` opens one that is sealed. */
export const inputOfFile = (
  { sha256, size, content_type }: FileRecord,
  tensors: SentTensors | undefined,
  key?: string,
): ModelInput => ({
  ...{ sha256, ...sent({ key }) },
  ...(tensors === undefined
    ? { kind: 'file', contentType: content_type }
    : { kind: 'tensors', sizeBytes: size, headBytes: tensors.head_bytes }),
});

/** Tensors go in as they are, whatever the config says of a task; and alone: who sends them makes the batch. */
const AS_THEY_ARE = JSON.stringify({ task: 'raw', batch: false });

export const askedAs = (file: RunnableModel, tensors: SentTensors | undefined): RunnableModel =>
  tensors === undefined
    ? file
    : {
        sha256: file.sha256,
        sizeBytes: file.sizeBytes,
        versionId: file.versionId,
        term: file.term,
        config: AS_THEY_ARE,
        ...sent({ inspected: file.inspected }),
      };

/** The config of an inference: what its file is sent again with. */
export const configOf = (tensors: SentTensors | undefined): string =>
  tensors === undefined ? '' : JSON.stringify({ protocol: 'v2', header_bytes: tensors.head_bytes });
