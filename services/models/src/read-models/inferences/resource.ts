import type { Inference, InferenceItem } from '@cairn/contracts';
import { derivedId, sent } from '@cairn/kernel';
import { type KnownItem, recordedItems } from '../../domain/inference/items.js';
import type { InferenceDocument } from '../documents.js';

const itemsOf = async (document: InferenceDocument): Promise<InferenceItem[]> =>
  (await recordedItems(document)).map((item, order) => ({
    ...item,
    id: derivedId(document.id, 'item', order),
    created_at: document.created_at,
    updated_at: document.created_at,
    inference_id: document.id,
    order,
  }));

/** An inference as it is shown by itself. */
export const wholeInference = async (document: InferenceDocument): Promise<Inference> => ({
  ...inferenceInList(document),
  ...sent({ input_text: document.input_text }),
  result: document.result,
  inference_items: await itemsOf(document),
});

/** As lists show it: without what was asked, and what was answered beside the first. */
export const inferenceInList = (document: InferenceDocument): Inference => {
  const [first] = JSON.parse(document.items) as readonly KnownItem[];
  return {
    id: document.id,
    created_at: document.created_at,
    updated_at: document.updated_at,
    name: document.name,
    description: document.description,
    prediction: first?.prediction ?? '',
    confidence: document.confidence,
    model_id: document.model_id,
    model_version_id: document.model_version_id,
    ...sent({
      model_sha256: document.model_sha256 === '' ? undefined : document.model_sha256,
      tokens: document.tokens,
      origin: document.origin,
      post_processor: document.post_processor,
    }),
    extension: document.extension,
    user_id: document.user_id,
    error_reported: document.error_reported,
    error: document.error,
    application_id: document.application_id,
    inference_host: document.inference_host,
    inference_time: document.inference_time,
    end_to_end_time: document.end_to_end_time,
    dataset_item_id: document.dataset_item_id,
    result: '',
    inference_items: [],
    hidden: document.hidden,
    privacy_enabled: document.privacy_enabled,
    config: document.config,
    model_config: document.model_config,
  };
};
