import type { Client } from '@cairn/client';
import type { Inference } from '@cairn/contracts';

/** A model, or one version of it, and a text for it. */
export interface Question {
  readonly model_id: string;
  readonly model_version_id?: string;
  readonly input_text: string;
  /** Asked again with it, it is the same question. */
  readonly key: string;
}

/** Asks one text; throws a `ProblemError` where it was refused, another error where nobody answered. */
export const asked = async (
  client: Client,
  { model_id, model_version_id, input_text, key }: Question,
): Promise<Inference> => {
  const call = { headers: { 'idempotency-key': key }, body: { input_text } };
  if (model_version_id === undefined)
    return (await client.call('runModel', { ...call, params: { model_id } })).body;
  return (await client.call('runModelVersion', { ...call, params: { model_id, model_version_id } })).body;
};

/** Does the same with each, so many at once; the results in the order of what was given. */
export const severalAtOnce = async <Each, Result>(
  some: readonly Each[],
  atOnce: number,
  act: (each: Each, place: number) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let place = next; place < some.length; place = next) {
      next += 1;
      results[place] = await act(some[place] as Each, place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
};
