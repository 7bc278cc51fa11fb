import { type ModelAssetRecord, modelStreamEvents, modelVersionStreamEvents } from '@cairn/contracts';
import { callerNamed, idNamed as idOf } from '@cairn/kernel/testkit';

export { idOf };

export const AT = '2026-01-01T00:00:00.000Z';
export const OWNER = idOf('owner');
export const MODEL = idOf('model');
export const VERSION = idOf('version');
export const OTHER = idOf('other');

export const owner = callerNamed('owner', AT);
export const viewer = callerNamed('viewer', AT);
export const stranger = callerNamed('stranger', AT);

type CreatedModel = Parameters<typeof modelStreamEvents.ModelCreated.of>[0];

/** A private model without a version, shared with an editor and a viewer. */
export const modelCreated = (changes: Partial<CreatedModel> = {}) =>
  modelStreamEvents.ModelCreated.of({
    id: MODEL,
    user_id: OWNER,
    name: 'birds',
    description: '',
    notes: '',
    public: false,
    visibility: 'private',
    kind: 'image-classification',
    config: '',
    application_id: '',
    auto_convert: false,
    privacy_enabled: false,
    active_version_id: '',
    readers: [
      { token: `user:${OWNER}` },
      { token: `user:${idOf('editor')}`, role: 'share_editor' },
      { token: `user:${idOf('viewer')}`, role: 'share_viewer' },
    ],
    ...changes,
  });

export const versionAdded = (version_id = VERSION, version_number = 1) =>
  modelStreamEvents.ModelVersionAdded.of({ version_id, version_number });
export const versionActivated = (version_id = VERSION, previous = '') =>
  modelStreamEvents.ModelVersionActivated.of({ version_id, previous, user_id: OWNER });

type CreatedVersion = Parameters<typeof modelVersionStreamEvents.ModelVersionCreated.of>[0];

export const versionCreated = (changes: Partial<CreatedVersion> = {}) =>
  modelVersionStreamEvents.ModelVersionCreated.of({
    id: VERSION,
    model_id: MODEL,
    user_id: OWNER,
    name: '',
    description: '',
    config: '',
    application_id: '',
    version: '',
    dataset_id: '',
    dataset_version_id: '',
    dataset_position: '',
    dataset_as_of: '',
    job_id: '',
    ...changes,
  });

const file = (fill: string) => ({
  sha256: fill.repeat(64),
  size: 10,
  content_type: 'application/octet-stream',
  file_name: 'file',
});

export const labels = (label_count: number, fill = 'a'): ModelAssetRecord => ({
  asset_type: 'labels_file',
  file: file(fill),
  flags: [],
  label_count,
});

/** An ONNX model whose outputs have these shapes. */
export const onnx = (shapes: readonly (readonly (number | null)[])[], fill = 'b'): ModelAssetRecord => ({
  asset_type: 'onnx_model',
  file: file(fill),
  flags: [],
  inspected: {
    inputs: [],
    outputs: shapes.map((shape, index) => ({ name: `output ${index}`, type: 'float32', shape: [...shape] })),
    opset: 18,
    producer: 'pytorch',
    quantized: false,
  },
});

export const assetsSet = (...assets: ModelAssetRecord[]) =>
  modelVersionStreamEvents.ModelVersionAssetsSet.of({ assets });
export const served = modelVersionStreamEvents.ModelVersionServed.of({});
