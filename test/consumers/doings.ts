import type { Client } from '@cairn/client';
import type { DatasetItemInput } from '@cairn/contracts';

/** A version to write in. */
export interface Place {
  readonly dataset_id: string;
  readonly version_id: string;
}
type Annotations = NonNullable<DatasetItemInput['annotations']>;

const ITEMS = 12;
/** A text that no message has room for. */
export const TOO_LONG = 'too long for a message '.repeat(12_000);
const LABELS = ['spam', 'ham', 'junk'];

/** Everything that a person can do through the REST API to change what a consumer shows of a dataset. */
export class Doings {
  #turn = 0;

  /** `clients`: the same person at each gateway, in turn. */
  constructor(private readonly clients: readonly Client[]) {}

  /** Makes a dataset, and changes all of it. */
  async all(name: string): Promise<Place> {
    const place = await this.made(name);
    const labels = await this.#labels(place);
    const items = await this.#items(place, labels);
    await this.#changed(place, items, labels);
    await this.#moved(place, items);
    await this.#hidden(place, items, labels);
    await this.#reverted(place, items);
    await this.#versions(place);
    return place;
  }

  async made(name: string): Promise<Place> {
    const body = { name, default_splits: true, multi_label: true };
    const { body: dataset } = await this.#client.call('createDataset', { body });
    return { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
  }

  /** Deletes a dataset, brings another back, renames a third. */
  async datasets(gone: Place, back: Place, renamed: Place): Promise<void> {
    for (const { dataset_id: id } of [gone, back])
      await this.#client.call('deleteDataset', { params: { id } });
    await this.#client.call('restoreDataset', { params: { id: back.dataset_id } });
    const params = { id: renamed.dataset_id };
    await this.#client.call('updateDataset', { params, body: { name: 'letters' } });
    const { headers } = await this.#client.call('updateDataset', { params, body: { name: 'a mistake' } });
    await this.#client.call('revertDataset', { params, body: { revision: revisionIn(headers) } });
  }

  /** A little of everything that goes on in a version that is there. */
  async more(place: Place, name: string): Promise<void> {
    const { body } = await this.#client.call('createDatasetItem', {
      params: place,
      body: { name, text: name },
    });
    const params = { ...place, id: body.id };
    const { body: labels } = await this.#client.call('listLabels', { params: place });
    await this.#client.call('updateDatasetItem', {
      params,
      body: { annotations: tagged(...labels.map(({ id }) => id)) },
    });
  }

  get #client(): Client {
    this.#turn += 1;
    return this.clients[this.#turn % this.clients.length]!;
  }

  async #labels(params: Place): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const name of LABELS)
      ids.push((await this.#client.call('createLabel', { params, body: { name } })).body.id);
    return ids;
  }

  /** Alone, many at once, and from a file that brings labels and splits of its own. */
  async #items(params: Place, labels: readonly string[]): Promise<readonly string[]> {
    const ids: string[] = [];
    const input = (number: number): DatasetItemInput => ({
      name: `mail ${number}`,
      text: `text ${number}`,
      annotations: tagged(labels[number % 3]!, ...(number % 4 === 0 ? [labels[1]!] : [])),
    });
    for (let number = 0; number < ITEMS; number += 1)
      ids.push((await this.#client.call('createDatasetItem', { params, body: input(number) })).body.id);
    const create = Array.from({ length: ITEMS }, (_, number) => input(ITEMS + number));
    const { body } = await this.#client.call('bulkDatasetItems', { params, body: { create } });
    await this.#client.call('importDataset', {
      params: { dataset_id: params.dataset_id, id: params.version_id },
      file: { name: 'mails.jsonl', contentType: 'application/x-ndjson', content: asLines(IMPORTED) },
    });
    return [...ids, ...body.ids];
  }

  async #changed(place: Place, items: readonly string[], labels: readonly string[]): Promise<void> {
    const of = (number: number) => ({ ...place, id: items[number]! });
    await this.#client.call('updateDatasetItem', { params: of(0), body: { name: 'another', text: '' } });
    await this.#client.call('updateDatasetItem', { params: of(8), body: { text: TOO_LONG } });
    const annotations = tagged(labels[2]!);
    await this.#client.call('updateDatasetItem', { params: of(1), body: { annotations } });
    const { body: made } = await this.#client.call('createAnnotation', {
      params: { ...place, item_id: items[2]! },
      body: { type: 'classification', label_id: labels[0]!, value: {} },
    });
    const annotation = { ...place, item_id: items[2]!, id: made.id };
    await this.#client.call('updateAnnotation', { params: annotation, body: { label_id: labels[1]! } });
    await this.#client.call('deleteAnnotation', {
      params: { ...place, item_id: items[2]!, id: await this.#firstAnnotation(of(2)) },
    });
    await this.#client.call('createAnnotation', {
      params: { ...place, item_id: items[3]! },
      body: { type: 'rectangle', value: { x: 1, y: 1, width: 2, height: 2 } },
    });
    const update = [
      { id: items[13]!, text: 'changed with others' },
      { id: items[14]!, annotations },
    ];
    const body = { update, delete: [items[15]!] };
    await this.#client.call('bulkDatasetItems', { params: place, body });
    const label = { ...place, id: labels[0]! };
    await this.#client.call('updateLabel', { params: label, body: { name: 'rubbish' } });
  }

  async #firstAnnotation(params: Place & { readonly id: string }): Promise<string> {
    const { body } = await this.#client.call('getDatasetItem', { params });
    return body.annotations[0]?.id ?? '';
  }

  async #moved(place: Place, items: readonly string[]): Promise<void> {
    const [train, validation] = await this.#splits(place);
    const { body: own } = await this.#client.call('createDatasetSplit', {
      params: place,
      body: { name: 'own' },
    });
    for (const id of [validation!, own.id])
      await this.#client.call('addItemsToSplit', {
        params: { ...place, id },
        body: { item_ids: items.slice(4, 10) },
      });
    for (const id of items.slice(4, 7))
      await this.#client.call('removeItemFromSplit', { params: { ...place, split_id: train!, id } });
    // Out of its last split, an item is gone.
    await this.#client.call('removeItemFromSplit', {
      params: { ...place, split_id: train!, id: items[11]! },
    });
    const params = { ...place, id: own.id };
    await this.#client.call('updateDatasetSplit', { params, body: { name: 'owned' } });
  }

  async #splits(params: Place): Promise<readonly string[]> {
    const { body } = await this.#client.call('listDatasetSplits', { params, query: { sort: 'created_at' } });
    return ['train', 'validation', 'test'].map((name) => body.find((split) => split.name === name)?.id ?? '');
  }

  /** Deletions of items, of a label and of a split, some undone, and changes beneath what is deleted. */
  async #hidden(place: Place, items: readonly string[], labels: readonly string[]): Promise<void> {
    const [, validation, test] = await this.#splits(place);
    for (const id of items.slice(16, 19))
      await this.#client.call('deleteDatasetItem', { params: { ...place, id } });
    await this.#client.call('restoreDatasetItem', { params: { ...place, id: items[17]! } });
    await this.#client.call('deleteLabel', { params: { ...place, id: labels[2]! } });
    await this.#client.call('deleteDatasetSplit', { params: { ...place, id: test! } });
    const { headers } = await this.#client.call('deleteDatasetSplit', {
      params: { ...place, id: validation! },
    });
    const annotations = tagged(labels[0]!, labels[1]!);
    await this.#client.call('updateDatasetItem', {
      params: { ...place, id: items[5]! },
      body: { annotations },
    });
    const params = { dataset_id: place.dataset_id, id: place.version_id };
    await this.#client.call('revertDatasetVersion', { params, body: { revision: revisionIn(headers) } });
  }

  async #reverted(place: Place, items: readonly string[]): Promise<void> {
    const changes = [{ annotations: [] }, { text: 'a mistake', name: 'a mistake' }, { splits: [] }];
    for (const [index, body] of changes.entries()) {
      const params = { ...place, id: items[20 + index]! };
      const { headers } = await this.#client.call('updateDatasetItem', { params, body });
      await this.#client.call('revertDatasetItem', { params, body: { revision: revisionIn(headers) } });
    }
  }

  /** A duplicate, an empty one, one that is deleted, one that is brought back under another name. */
  async #versions({ dataset_id, version_id }: Place): Promise<void> {
    await this.#client.call('duplicateDatasetVersion', {
      params: { dataset_id, id: version_id },
      body: { name: 'copy' },
    });
    const ids: string[] = [];
    for (const name of ['empty', 'gone', 'back']) {
      const { body } = await this.#client.call('createDatasetVersion', {
        params: { dataset_id },
        body: { name, labels: [{ name: 'one' }], splits: [{ name: 'only' }] },
      });
      ids.push(body.id);
    }
    const [, gone = '', back = ''] = ids;
    for (const id of [gone, back])
      await this.#client.call('deleteDatasetVersion', { params: { dataset_id, id } });
    const params = { dataset_id, id: back };
    await this.#client.call('restoreDatasetVersion', { params });
    await this.#client.call('updateDatasetVersion', { params, body: { name: 'here again' } });
    await this.more({ dataset_id, version_id: back }, 'the only one');
  }
}

const IMPORTED = Array.from({ length: 10 }, (_, number) => ({
  name: `imported ${number}`,
  text: `imported text ${number}`,
  label: number % 2 === 0 ? 'spam' : 'imported',
  split: number % 3 === 0 ? 'validation' : 'train',
}));

const asLines = (records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

const tagged = (...ids: readonly string[]): Annotations =>
  ids.map((label_id) => ({ type: 'classification' as const, label_id, value: {} }));

const revisionIn = (headers: Headers): number => Number(headers.get('x-revision'));
