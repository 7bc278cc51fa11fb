import { PERSON } from '../kit/example-ids.js';
import type { Inference } from './inference.js';
import type { Metric } from './metric.js';
import type { Model } from './model.js';
import type { Replay } from './replay.js';
import type { ModelVersion } from './version.js';

import { application } from './application.js';

/** Data that the examples of the documents share. */
export const exampleApplication = application.state.example;

const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };
const modelId = '01955650-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const modelVersionId = '01955650-2b3c-7d4e-8f50-6b7c8d9e0f1a';

export const exampleMetric: Metric = {
  id: '01955650-3c4d-7e5f-8061-7c8d9e0f1a2b',
  ...times,
  name: 'accuracy',
  description: '',
  value: 0.973,
  step: 1200,
  timestamp: '2026-03-02T09:14:30.000Z',
  model_id: modelId,
  model_version_id: modelVersionId,
};

export const exampleModelVersion: ModelVersion = {
  id: modelVersionId,
  ...times,
  name: 'cliff camera, March',
  description: '',
  model_id: modelId,
  user_id: PERSON,
  can_inference: false,
  cannot_infer_reason: 'no_onnx_model',
  has_logo: false,
  logo: '',
  config: '{"task":"image-classification"}',
  application_id: '',
  version: '1',
  version_number: 1,
  has_ml_model: false,
  has_onnx_model: false,
  has_onnx_int8_model: false,
  has_tflite_model: false,
  has_labels_file: true,
  has_lora_adapter: false,
  dataset_id: '',
  dataset_version_id: '',
  job_id: '',
  tags: { learning_rate: 0.001 },
  aliases: ['champion'],
  assets: [
    {
      asset_type: 'labels_file',
      state: 'ready',
      file_name: 'labels.txt',
      content_type: 'text/plain',
      size: 15,
      sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      updated_at: times.updated_at,
      flags: [],
      label_count: 2,
    },
  ],
  metrics: [exampleMetric],
};

export const exampleModel: Model = {
  id: modelId,
  ...times,
  name: 'Sea birds',
  description: 'Tells puffins from razorbills',
  notes: '',
  user_id: PERSON,
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  active_version_id: modelVersionId,
  activation: { version_id: modelVersionId, at: times.created_at, user_id: PERSON, reason: '' },
  can_inference: false,
  cannot_infer_reason: 'no_onnx_model',
  kind: 'image-classification',
  config: '{"task":"image-classification"}',
  application_id: '',
  has_ml_model: false,
  has_onnx_model: false,
  has_onnx_int8_model: false,
  has_tflite_model: false,
  has_labels_file: true,
  auto_convert: false,
  privacy_enabled: false,
  aliases: { champion: modelVersionId },
};

const inferenceId = '01955651-4d5e-7f60-8172-8d9e0f1a2b3c';

export const exampleInference = {
  id: inferenceId,
  ...times,
  name: '',
  description: '',
  prediction: 'spam',
  confidence: 0.93,
  model_id: modelId,
  model_version_id: modelVersionId,
  model_sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  extension: '',
  user_id: PERSON,
  error_reported: false,
  error: '',
  application_id: '',
  inference_host: 'cairn',
  inference_time: '0.01284',
  end_to_end_time: '0.01911',
  dataset_item_id: '',
  result: '',
  inference_items: [
    {
      id: '01955651-5e6f-7071-8283-9e0f1a2b3c4d',
      ...times,
      inference_id: inferenceId,
      order: 0,
      prediction: 'spam',
      class_id: 1,
      confidence: 0.93,
      type: 'classification',
      value: {},
    },
  ],
  hidden: false,
  privacy_enabled: false,
  config: '',
  model_config: '{"task":"text-classification"}',
  input_text: 'You have won!',
  tokens: { total: 6, used: 6 },
} satisfies Inference;

export const exampleReplay: Replay = {
  job_id: '01955652-6f70-7182-8394-a5b6c7d8e9f0',
  model_id: modelId,
  version_id: '01955652-7081-7293-84a5-b6c7d8e9f001',
  of_version_id: modelVersionId,
  compared: 482,
  agreed: 481,
  failed: 0,
  agreement: 481 / 482,
  left_out: { private: 0, without_input: 17, failed_before: 1, unreadable: 0 },
  labels: [
    { label: 'ham', count: 400, agreed: 400, answers: [{ label: 'ham', count: 400 }] },
    {
      label: 'spam',
      count: 82,
      agreed: 81,
      answers: [
        { label: 'spam', count: 81 },
        { label: 'ham', count: 1 },
      ],
    },
  ],
  differences: [
    {
      inference_id: inferenceId,
      before: 'spam',
      after: 'ham',
      confidence_before: 0.93,
      confidence_after: 0.51,
    },
  ],
};
