import { datasetCommands } from '@cairn/contracts';
import type { CommandReply } from '@cairn/kernel';
import { datasetById, versionById } from './read-models/index.js';
import { versionAt } from './testing/version-at.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('a label that was deleted', () => {
  const me = someone();
  let running: RunningDatasets;
  let path: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'mails', default_splits: true, multi_label: true };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    path = { dataset_id, version_id: resource.active_version_id! };
  });
  afterEach(() => running.stop());

  const label = (body: { name: string; parent_id?: string }) =>
    running.make(me, datasetCommands.createLabel, { ...path, body }, 'label');
  const item = (...labels: readonly string[]) => {
    const annotations = labels.map((label_id) => ({ type: 'classification' as const, label_id }));
    return running.done(me, datasetCommands.createDatasetItem, { ...path, body: { annotations } });
  };
  const codeOf = (reply: CommandReply): string => (reply.status === 'refused' ? reply.code : reply.status);
  const onlyOne = async () =>
    codeOf(
      await running.send(me, datasetCommands.updateDataset, {
        id: path.dataset_id,
        body: { multi_label: false },
      }),
    );

  it('hides its classifications from the rule of one an item', async () => {
    const spam = await label({ name: 'spam' });
    await item(spam, '');
    expect(await onlyOne()).toBe('multi_label_violation');
    await running.done(me, datasetCommands.deleteLabel, { ...path, id: spam });
    expect(await onlyOne()).toBe('done');
  });

  it('leaves those that are seen to the rule', async () => {
    const spam = await label({ name: 'spam' });
    const ham = await label({ name: 'ham' });
    await item(spam, ham);
    await item(spam, ham, '');
    await running.done(me, datasetCommands.deleteLabel, { ...path, id: spam });
    expect(await onlyOne()).toBe('multi_label_violation');
  });

  it('is no parent any more', async () => {
    const animal = await label({ name: 'animal' });
    await label({ name: 'cat', parent_id: animal });
    const labels = async () => (await versionById(running.reading(me), versionAt(path)))!.resource.labels!;
    expect((await labels()).map(({ parent_id }) => parent_id)).toEqual([undefined, animal]);
    await running.done(me, datasetCommands.deleteLabel, { ...path, id: animal });
    expect((await labels()).map(({ name, parent_id }) => [name, parent_id])).toEqual([['cat', undefined]]);
  });
});
