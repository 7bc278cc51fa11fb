import { datasetCommands } from '@cairn/contracts';
import type { CommandReply } from '@cairn/kernel';
import { itemById } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

/** The code; a sentence that does not name the setting helps nobody. */
const codeOf = (reply: CommandReply): string => {
  if (reply.status !== 'refused') return reply.status;
  expect(reply.detail).toContain('`multi_label');
  return reply.code;
};
const classified = (label_id?: string) => ({
  type: 'classification' as const,
  value: {},
  ...(label_id === undefined ? {} : { label_id }),
});

describe('a dataset of one classification an item', () => {
  let running: RunningDatasets;
  beforeAll(async () => {
    running = await RunningDatasets.start();
  });
  afterAll(() => running.stop());

  const me = someone();
  const dataset = async (multi_label: boolean) => {
    const body = { name: 'mails', multi_label };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const version = () =>
      running.make(me, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version');
    const version_id = await version();
    await version();
    return { dataset_id, version_id };
  };
  type Path = Awaited<ReturnType<typeof dataset>>;
  const label = (path: Path, name: string) =>
    running.make(me, datasetCommands.createLabel, { ...path, body: { name } }, 'label');
  const item = (path: Path, ...labels: readonly (string | undefined)[]) =>
    running.make(
      me,
      datasetCommands.createDatasetItem,
      { ...path, body: { annotations: labels.map(classified) } },
      'item',
    );
  const single = ({ dataset_id }: Path, multi_label = false) =>
    running.done(me, datasetCommands.updateDataset, { id: dataset_id, body: { multi_label } });
  const shown = async (path: Path, id: string) =>
    (await itemById(running.reading(me), { ...path, id }))?.resource.annotations.length;

  it('does not get a deleted label back while its items have another classification', async () => {
    const path = await dataset(false);
    const spam = await label(path, 'spam');
    const item_id = await item(path, spam);
    const gone = await running.done(me, datasetCommands.deleteLabel, { ...path, id: spam });
    const annotation_id = await running.make(
      me,
      datasetCommands.createAnnotation,
      { ...path, item_id, body: classified(await label(path, 'ham')) },
      'annotation',
    );
    const revert = { ...versionAt(path), body: { revision: Number(gone.revision) } };
    const refused = await running.send(me, datasetCommands.revertDatasetVersion, revert);
    expect(codeOf(refused)).toBe('multi_label_violation');
    expect(await shown(path, item_id)).toBe(1);
    await running.done(me, datasetCommands.deleteAnnotation, { ...path, item_id, id: annotation_id });
    await running.done(me, datasetCommands.revertDatasetVersion, revert);
    expect(await shown(path, item_id)).toBe(1);
  });

  it('does not get an item back that has more', async () => {
    const path = await dataset(true);
    const item_id = await item(path, undefined, undefined);
    const gone = await running.done(me, datasetCommands.deleteDatasetItem, { ...path, id: item_id });
    await single(path);
    const restored = await running.send(me, datasetCommands.restoreDatasetItem, { ...path, id: item_id });
    expect(codeOf(restored)).toBe('multi_label_violation');
    const revert = { ...path, id: item_id, body: { revision: Number(gone.revision) } };
    expect(codeOf(await running.send(me, datasetCommands.revertDatasetItem, revert))).toBe(
      'multi_label_violation',
    );
    await single(path, true);
    await running.done(me, datasetCommands.restoreDatasetItem, { ...path, id: item_id });
    expect(await shown(path, item_id)).toBe(2);
  });

  it('is not made of one whose items have more', async () => {
    const path = await dataset(true);
    await item(path, undefined, undefined);
    const body = { multi_label: false };
    const refused = await running.send(me, datasetCommands.updateDataset, {
      id: path.dataset_id,
      body,
    });
    expect(codeOf(refused)).toBe('multi_label_violation');
  });

  it('does not get a version back whose items have more', async () => {
    const path = await dataset(true);
    await item(path, undefined, undefined);
    const gone = await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    await single(path);
    const restored = await running.send(me, datasetCommands.restoreDatasetVersion, versionAt(path));
    expect(codeOf(restored)).toBe('multi_label_violation');
    const revert = { ...versionAt(path), body: { revision: Number(gone.revision) } };
    expect(codeOf(await running.send(me, datasetCommands.revertDatasetVersion, revert))).toBe(
      'multi_label_violation',
    );
  });

  it('gets a version back whose items hide the others under a deleted label', async () => {
    const path = await dataset(true);
    const spam = await label(path, 'spam');
    await item(path, spam, undefined);
    const hidden = await running.done(me, datasetCommands.deleteLabel, { ...path, id: spam });
    await single(path);
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    await running.done(me, datasetCommands.restoreDatasetVersion, versionAt(path));
    const revert = { ...versionAt(path), body: { revision: Number(hidden.revision) } };
    expect(codeOf(await running.send(me, datasetCommands.revertDatasetVersion, revert))).toBe(
      'multi_label_violation',
    );
  });
});
