import {
  dataset as datasets,
  type FileRecord,
  inferenceStreamEvents,
  ItemCreated,
  model as models,
  type ModelAssetRecord,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { CollectingBlobs } from '@cairn/kernel/testkit';

const { ModelVersionCreated, ModelVersionAssetsSet, ModelVersionAssetsRemoved, ModelVersionPurged } =
  modelVersionStreamEvents;

const { InferenceRecorded, InferenceDeleted } = inferenceStreamEvents;

/** What becomes of files of models: their area says it (ADR-0014). */
describe('the collection of blobs, of files of models', () => {
  let blobs: CollectingBlobs;
  beforeEach(async () => {
    blobs = await CollectingBlobs.open();
  });
  afterEach(() => blobs.remove());

  const asset = (file: FileRecord): ModelAssetRecord => ({ asset_type: 'ml_model', file, flags: [] });
  const newVersion = async (model_id: string): Promise<string> => {
    const id = freshId();
    const data = { ...ModelVersionCreated.example, id, model_id };
    await blobs.append(`modelVersion-${id}`, ModelVersionCreated, data);
    return id;
  };
  const set = async (version: string): Promise<FileRecord> => {
    const file = await blobs.upload();
    const data = { assets: [{ ...asset(file), flags: [] }] };
    await blobs.append(`modelVersion-${version}`, ModelVersionAssetsSet, data);
    return file;
  };

  it('keeps what a version has or had, and the logo of a model, also when it is deleted', async () => {
    const model = freshId();
    const version = await newVersion(model);
    const [replaced, current] = [await set(version), await set(version)];
    await blobs.append(`modelVersion-${version}`, ModelVersionAssetsRemoved, {
      asset_types: ['ml_model'],
    });
    const logo = await blobs.upload();
    await blobs.append(`model-${model}`, models.events.logoSet, { ...logo });
    await blobs.append(`model-${model}`, models.events.deleted, {
      purge_at: '2026-03-03T12:00:00.000Z',
    });
    await blobs.looks(4);
    expect(await blobs.areThere(replaced, current, logo)).toEqual([true, true, true]);
  });

  it('keeps them when a dataset is purged that has the same files', async () => {
    const version = await newVersion(freshId());
    const file = await set(version);
    const [dataset_id, own] = [freshId(), await blobs.upload()];
    for (const one of [file, own]) {
      const id = freshId();
      const data = { ...ItemCreated.example, id, dataset_id, annotations: [], attributes: null, file: one };
      await blobs.append(`datasetItem-${id}`, ItemCreated, data);
    }
    await blobs.append(`dataset-${dataset_id}`, datasets.events.purged, {});
    await blobs.looks(4);
    expect(await blobs.areThere(file, own)).toEqual([true, false]);
  });

  it('removes those of a purged model, but not what another model has too', async () => {
    const [gone, stays] = [freshId(), freshId()];
    const [version, other] = [await newVersion(gone), await newVersion(stays)];
    const [own, shared] = [await set(version), await set(version)];
    await blobs.append(`modelVersion-${other}`, ModelVersionAssetsSet, {
      assets: [asset(shared)],
    });
    await blobs.append(`model-${gone}`, models.events.purged, {});
    await blobs.looks(3);
    expect(await blobs.areThere(own, shared)).toEqual([false, true]);
  });

  it('removes those of a purged version, but not those of another version of the model', async () => {
    const model = freshId();
    const [gone, stays] = [await newVersion(model), await newVersion(model)];
    const [own, kept] = [await set(gone), await set(stays)];
    await blobs.append(`modelVersion-${gone}`, ModelVersionPurged, {});
    await blobs.looks(3);
    expect(await blobs.areThere(own, kept)).toEqual([false, true]);
  });

  it('removes what a deleted inference was made of, and neither the file of the model nor what others have', async () => {
    const model_sha = await set(await newVersion(freshId()));
    const [own, shared] = [await blobs.upload(), await blobs.upload()];
    const asked = async (file: FileRecord) => {
      const id = freshId();
      const data = { ...InferenceRecorded.example, id, model_sha256: model_sha.sha256, file };
      await blobs.append(`inference-${id}`, InferenceRecorded, data);
      return id;
    };
    const [gone, alsoGone, stays] = [await asked(own), await asked(shared), await asked(shared)];
    for (const id of [gone, alsoGone]) await blobs.append(`inference-${id}`, InferenceDeleted, {});
    await blobs.looks(3);
    expect(await blobs.areThere(own, shared, model_sha)).toEqual([false, true, true]);
    expect(stays).not.toBe(gone);
  });
});
