import type { Answer, Client } from '@cairn/client';
import { type Person, somebody } from '../../support/people.js';
import type { RunningCairn } from '../../support/topology.js';
import { runsModels, twoNumbersModel } from '../../support/two-numbers.js';
import type { Intent } from './ledger.js';

/** Where the writing happens: everything that the person has is written by the driver, but for what is named here. */
export interface Scene {
  readonly token: string;
  /** Its description is changed by every `rename`. */
  readonly dataset: string;
  readonly version: string;
  readonly split: string;
  readonly label: string;
  /** Annotated by several connections at once. */
  readonly items: readonly string[];
  /** Asked by every `inference`; `''` where nothing runs models. */
  readonly model: string;
}

const SHARED_ITEMS = 3;

/** A person of its own with one dataset, a label and a few items, and a model where it can be run. */
export const makeScene = async (cairn: RunningCairn): Promise<Scene & { readonly person: Person }> => {
  const person = await somebody(cairn);
  const { client } = person;
  const { body: dataset } = await client.call('createDataset', {
    body: { name: 'shared', default_splits: true, multi_label: true },
  });
  const version = dataset.active_version_id ?? '';
  const within = { dataset_id: dataset.id, version_id: version };
  const { body: label } = await client.call('createLabel', { params: within, body: { name: 'seen' } });
  const items: string[] = [];
  for (let number = 0; number < SHARED_ITEMS; number += 1)
    items.push(
      (await client.call('createDatasetItem', { params: within, body: { name: `shared ${number}` } })).body
        .id,
    );
  const split = dataset.versions[0]?.default_split ?? '';
  const model = runsModels ? await modelOf(person) : '';
  return { person, token: person.token, dataset: dataset.id, version, split, label: label.id, items, model };
};

/** Its file is no other model's: what ends the workers of one says nothing of others. */
const modelOf = async ({ client }: Person): Promise<string> => {
  const { body: model } = await client.call('createModel', { body: { name: 'asked' } });
  const content = twoNumbersModel(model.id);
  const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
  await client.call('uploadModel', { params: { id: model.id }, query: { asset_type: 'onnx_model' }, file });
  return model.id;
};

const within = ({ dataset, version }: Scene) => ({ dataset_id: dataset, version_id: version });

/** Sends what an intent says; a retry sends the same again. */
export const perform = (client: Client, scene: Scene, intent: Intent): Promise<Answer<unknown>> => {
  const { marker, key } = intent;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  switch (intent.kind) {
    case 'dataset':
      return client.try('createDataset', { headers, body: { name: marker } });
    case 'rename':
      return client.try('updateDataset', {
        headers,
        params: { id: scene.dataset },
        body: { description: marker },
      });
    case 'item':
      return client.try('createDatasetItem', {
        headers,
        params: within(scene),
        body: { name: marker, annotations: [{ type: 'classification', label_id: scene.label }] },
      });
    case 'annotation':
      return client.try('createAnnotation', {
        headers,
        params: { ...within(scene), item_id: intent.item ?? '' },
        body: { name: marker, type: 'classification', label_id: scene.label },
      });
    case 'inference':
      return client.try('runModel', {
        headers,
        params: { model_id: scene.model },
        body: { name: marker, input_text: '3,0' },
      });
  }
};
