import {
  type FileRecord,
  type ModelAssetRecord,
  inferenceStreamEvents,
  model as models,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { CollectingDatasets } from './testing/collecting-datasets.js';

const { ModelVersionCreated, ModelVersionAssetsSet, ModelVersionAssetsRemoved, ModelVersionPurged } =
  modelVersionStreamEvents;

const { InferenceRecorded, InferenceDeleted } = inferenceStreamEvents;

/** One collection goes over the blobs of all services: it is here that files of models could be lost (decision 14). */
describe('the collection of blobs, of files of models', () => {
  let datasets: CollectingDatasets;
  beforeEach(async () => {
    datasets = await CollectingDatasets.start();
  });
  afterEach(() => datasets.stop());

  const asset = (file: FileRecord): ModelAssetRecord => ({ asset_type: 'ml_model', file, flags: [] });
  const newVersion = async (model_id: string): Promise<string> => {
    const id = freshId();
    const data = { ...ModelVersionCreated.example, id, model_id };
    await datasets.append(`modelVersion-${id}`, ModelVersionCreated, data);
    return id;
  };
  const set = async (version: string): Promise<FileRecord> => {
    const file = await datasets.upload();
    const data = { assets: [{ ...asset(file), flags: [] }] };
    await datasets.append(`modelVersion-${version}`, ModelVersionAssetsSet, data);
    return file;
  };
  const areThere = (...files: readonly FileRecord[]): Promise<readonly boolean[]> =>
    Promise.all(files.map((file) => datasets.isThere(file)));

  it('keeps what a version has or had, and the logo of a model, also when it is deleted', async () => {
    const model = freshId();
    const version = await newVersion(model);
    const [replaced, current] = [await set(version), await set(version)];
    await datasets.append(`modelVersion-${version}`, ModelVersionAssetsRemoved, {
      asset_types: ['ml_model'],
    });
    const logo = await datasets.upload();
    await datasets.append(`model-${model}`, models.events.logoSet, { ...logo });
    await datasets.append(`model-${model}`, models.events.deleted, {
      purge_at: '2026-03-03T12:00:00.000Z',
    });
    await datasets.looks(4);
    expect(await areThere(replaced, current, logo)).toEqual([true, true, true]);
  });

  it('keeps them when a dataset is purged that has the same files', async () => {
    const version = await newVersion(freshId());
    const file = await set(version);
    const item = await datasets.makeItem();
    await datasets.setFile(item, file);
    await datasets.purge(item);
    await datasets.looks(4);
    expect(await areThere(file)).toEqual([true]);
  });

  it('removes those of a purged model, but not what another model has too', async () => {
    const [gone, stays] = [freshId(), freshId()];
    const [version, other] = [await newVersion(gone), await newVersion(stays)];
    const [own, shared] = [await set(version), await set(version)];
    await datasets.append(`modelVersion-${other}`, ModelVersionAssetsSet, {
      assets: [asset(shared)],
    });
    await datasets.append(`model-${gone}`, models.events.purged, {});
    await datasets.looks(3);
    expect(await areThere(own, shared)).toEqual([false, true]);
  });

  it('removes those of a purged version, but not those of another version of the model', async () => {
    const model = freshId();
    const [gone, stays] = [await newVersion(model), await newVersion(model)];
    const [own, kept] = [await set(gone), await set(stays)];
    await datasets.append(`modelVersion-${gone}`, ModelVersionPurged, {});
    await datasets.looks(3);
    expect(await areThere(own, kept)).toEqual([false, true]);
  });

  it('removes what a deleted inference was made of, and neither the file of the model nor what others have', async () => {
    const model_sha = await set(await newVersion(freshId()));
    const [own, shared] = [await datasets.upload(), await datasets.upload()];
    const asked = async (file: FileRecord) => {
      const id = freshId();
      const data = { ...InferenceRecorded.example, id, model_sha256: model_sha.sha256, file };
      await datasets.append(`inference-${id}`, InferenceRecorded, data);
      return id;
    };
    const [gone, alsoGone, stays] = [await asked(own), await asked(shared), await asked(shared)];
    for (const id of [gone, alsoGone]) await datasets.append(`inference-${id}`, InferenceDeleted, {});
    await datasets.looks(3);
    expect(await areThere(own, shared, model_sha)).toEqual([false, true, true]);
    expect(stays).not.toBe(gone);
  });
});
