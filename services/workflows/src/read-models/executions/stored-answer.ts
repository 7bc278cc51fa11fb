import { type Blobs, unsealing } from '@cairn/kernel';
import type { StoredOutput } from '../../domain/execution/stored-outputs.js';
import type { Answer } from '../../domain/execution/values.js';

/** An output as it was put out; what was too large for an event is read from its blob. */
export const answerIn = async (
  blobs: Pick<Blobs, 'open'>,
  output: StoredOutput,
): Promise<Answer | undefined> => {
  if (output.answer !== undefined || output.blob === undefined) return output.answer;
  const { sha256, key } = output.blob;
  const chunks: Buffer[] = [];
  const sealed = await blobs.open(sha256);
  for await (const chunk of sealed.pipe(unsealing(key))) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Answer;
};
