/** What another team rebuilds from Kafka alone equals what the REST interface answers. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { datasetCommands, type DatasetItem } from '@cairn/contracts';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { openKafkaPublisher, type PageRequest, pause, publicationsOf, Relay } from '@cairn/kernel';
import { datasetsFor, itemsOfVersion, labelStats, versionById } from './read-models/index.js';
import { datasetsService } from './service.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const all: PageRequest = { limit: 1000, sort: 'created_at' };
const me = someone();
let engine: RunningEngine;
let running: RunningDatasets;
beforeAll(async () => {
  engine = await startEngine('kafka');
  running = await RunningDatasets.start();
}, 600_000);
afterAll(async () => {
  await running.stop();
  await engine.stop();
});

/** Publishes everything there is, as a relay does, and ends. */
const publishAll = async (prefix: string): Promise<void> => {
  const { log, logger } = running.engines;
  const publisher = await openKafkaPublisher({ brokers: [engine.url], clientId: 'spec', logger });
  const stop = new AbortController();
  const options = { prefix, partitions: 12, mode: 'binary', baseUrl: 'http://cairn', log } as const;
  const relays = publicationsOf(datasetsService, options).map(
    (publication) =>
      new Relay({ publication, publisher, logger, leadership: (_name, signal, lead) => lead(signal) }),
  );
  const ended = relays.map((relay) => relay.run(stop.signal));
  const isPublished = async (relay: Relay): Promise<boolean> =>
    relay.isPublishing && (await relay.lag())?.events === 0;
  while (!(await Promise.all(relays.map(isPublished))).every(Boolean)) await pause(20);
  stop.abort();
  await Promise.all(ended);
  await publisher.close();
};

/** What the sample consumer prints. */
const rebuilt = async (prefix: string): Promise<unknown> => {
  const sample = join(__dirname, '../../../test/consumers/main.ts');
  const args = ['--import', 'tsx', sample, '--brokers', engine.url, '--prefix', prefix];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
  return JSON.parse(printed);
};

const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : 1;

/** The same as the REST interface answers it. */
const answered = async (): Promise<readonly unknown[]> => {
  const context = running.reading(me);
  const datasets = (await datasetsFor(context, all)).elements.toSorted(byId);
  return Promise.all(
    datasets.map(async ({ id, name, versions }) => ({
      id,
      name,
      versions: await Promise.all(versions.toSorted(byId).map((version) => versionAnswered(id, version.id))),
    })),
  );
};

const versionAnswered = async (dataset_id: string, version_id: string) => {
  const context = running.reading(me);
  const { resource } = (await versionById(context, { dataset_id, id: version_id }))!;
  const items = (await itemsOfVersion(context, { dataset_id, version_id }, all, {}))!.elements;
  const counts = await Promise.all(
    (resource.splits ?? []).map(
      async ({ id }) => (await labelStats(context, { dataset_id, version_id, split_id: id }, all))!.elements,
    ),
  );
  return {
    id: version_id,
    name: resource.name,
    items: items.toSorted(byId).map(itemAnswered),
    label_counts: counts
      .flat()
      .map(({ split_id, label_id, item_count, annotation_count }) => ({
        split_id,
        label_id,
        item_count,
        annotation_count,
      }))
      .toSorted((one, other) => (one.split_id + one.label_id < other.split_id + other.label_id ? -1 : 1)),
  };
};

const itemAnswered = ({ id, name, text, splits, annotations }: DatasetItem) => ({
  id,
  name,
  text,
  splits: splits.map((split) => split.id).toSorted(),
  labels: annotations.map(({ label_id }) => label_id).toSorted(),
});

const commands = datasetCommands;
const ITEMS = 40;

interface Path {
  readonly dataset_id: string;
  readonly version_id: string;
}

const makeDataset = async (name: string): Promise<Path> => {
  const body = { name, default_splits: true, multi_label: true };
  const dataset_id = await running.make(me, commands.createDataset, { body }, 'dataset');
  const [first] = (await datasetsFor(running.reading(me), all)).elements.filter(
    ({ id }) => id === dataset_id,
  );
  return { dataset_id, version_id: first!.versions[0]!.id };
};

/** Everything that changes what is seen: items, annotations, labels, splits, versions, deletions and what undoes them. */
const live = async (path: Path): Promise<void> => {
  const { dataset_id, version_id } = path;
  const splits = (await versionById(running.reading(me), { dataset_id, id: version_id }))!.resource.splits!;
  const labels: string[] = [];
  for (const name of ['spam', 'ham', 'junk'])
    labels.push(await running.make(me, commands.createLabel, { ...path, body: { name } }, 'label'));
  const tagged = (...ids: readonly string[]) =>
    ids.map((label_id) => ({ type: 'classification' as const, label_id, value: {} }));
  const items: string[] = [];
  for (let number = 0; number < ITEMS; number += 1) {
    const body = {
      name: `mail ${number}`,
      text: `text ${number}`,
      annotations: tagged(labels[number % 3]!, ...(number % 4 === 0 ? [labels[1]!] : [])),
    };
    items.push(await running.make(me, commands.createDatasetItem, { ...path, body }, 'item'));
  }
  const of = (number: number) => ({ ...path, id: items[number]! });
  await running.done(me, commands.updateDatasetItem, { ...of(0), body: { name: 'another', text: '' } });
  await running.done(me, commands.updateDatasetItem, { ...of(1), body: { annotations: tagged(labels[2]!) } });
  await running.done(me, commands.createAnnotation, {
    ...path,
    item_id: items[2]!,
    body: tagged(labels[0]!)[0]!,
  });
  const moved = { ...path, id: splits[1]!.id, body: { item_ids: items.slice(5, 15) } };
  await running.done(me, commands.addItemsToSplit, moved);
  for (const number of [6, 7])
    await running.done(me, commands.removeItemFromSplit, { ...of(number), split_id: splits[0]!.id });
  for (const number of [20, 21, 22]) await running.done(me, commands.deleteDatasetItem, of(number));
  await running.done(me, commands.restoreDatasetItem, of(21));
  await running.done(me, commands.updateLabel, { ...path, id: labels[0]!, body: { name: 'rubbish' } });
  await running.done(me, commands.deleteLabel, { ...path, id: labels[2]! });
  await running.done(me, commands.deleteDatasetSplit, { ...path, id: splits[2]!.id });
  await running.done(me, commands.createDatasetVersion, { dataset_id, body: { name: 'empty' } });
};

describe('what another team rebuilds from Kafka alone', () => {
  it('is what the REST interface answers: items, splits, labels and their counts', async () => {
    const prefix = `specs.${randomUUID()}`;
    const [mails, gone, back] = [
      await makeDataset('mails'),
      await makeDataset('gone'),
      await makeDataset('back'),
    ];
    for (const path of [mails, gone, back]) await live(path);
    for (const { dataset_id } of [gone, back])
      await running.done(me, commands.deleteDataset, { id: dataset_id });
    await running.done(me, commands.restoreDataset, { id: back.dataset_id });
    await running.done(me, commands.updateDataset, {
      id: mails.dataset_id,
      body: { name: 'letters' },
    });
    await publishAll(prefix);
    const expected = await answered();
    expect(expected).toHaveLength(2);
    expect(JSON.stringify(expected).match(/"text"/g)).toHaveLength(2 * (ITEMS - 2));
    expect(await rebuilt(prefix)).toEqual(expected);
  }, 180_000);
});
