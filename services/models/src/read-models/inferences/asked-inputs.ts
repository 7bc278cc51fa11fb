import type { AskedInput } from '@cairn/contracts';
import { type QueryContext, scopesCover, sent } from '@cairn/kernel';
import { recordedItems } from '../../domain/inference/items.js';
import type { InferenceDocument } from '../documents.js';
import { readableInference } from './queries.js';

/** So much is answered at once, characters; what the last of them says comes on top. */
const MOST_AT_ONCE = 4_000_000;

/**
 * What inferences were asked and answered, in order: of large ones only the first, and always one. A key that may not read
 * models finds none, as it would not by REST.
 */
export const askedInputs = async (context: QueryContext, ids: readonly string[]): Promise<AskedInput[]> => {
  const mayRead = scopesCover(context.principal.scopes, 'models:read');
  const told: AskedInput[] = [];
  let size = 0;
  for (const id of ids) {
    const found = mayRead ? await readableInference(context, id) : undefined;
    told.push(found === undefined ? { status: 'not_found' } : await inputOf(found));
    size += found === undefined ? 0 : sizeOf(found);
    if (size >= MOST_AT_ONCE) break;
  }
  return told;
};

const sizeOf = ({ input_text = '', items }: InferenceDocument): number => input_text.length + items.length;

const inputOf = async ({
  id,
  name,
  model_id,
  model_version_id,
  ...document
}: InferenceDocument): Promise<AskedInput> => {
  const { privacy_enabled, input_text, file } = document;
  if (privacy_enabled || ((input_text ?? '') === '' && file === null)) return { status: 'input_not_kept' };
  return {
    status: 'found',
    ...{ id, name, model_id, model_version_id },
    items: [...(await recordedItems(document))],
    ...sent({ input_text, file: file ?? undefined }),
  };
};
