import type { Client } from '@cairn/client';
import type { Person } from './people.js';
import { slowModel } from './slow-models.js';

const CHANGES = 60;
const ITEMS = 1_000;
const NODES = 100;
const FILE_BYTES = 4_000_000;

/** An account with much to ask for, by a session and by a key. */
export interface Flooder {
  /** Signed in; by a key that may do all. */
  readonly clients: readonly [Client, Client];
  /** One with a large file, in a version of many. */
  readonly item: { readonly dataset_id: string; readonly version_id: string; readonly id: string };
  /** A slow one where models run, else one without a file. */
  readonly model: string;
  /** It needs no model. */
  readonly workflow: string;
}

/** Makes what somebody asks for. `key` is a client of a key. */
export const flooderOf = async (
  { client }: Person,
  clientOf: (token: string) => Client,
  runsModels: boolean,
): Promise<Flooder> => {
  const { body: key } = await client.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } });
  const [item, model, workflow] = [
    await itemOf(client),
    await modelOf(client, runsModels),
    await workflowOf(client),
  ];
  return { clients: [client, clientOf(key.key)], item, model, workflow };
};

const itemOf = async (client: Client): Promise<Flooder['item']> => {
  const { body: dataset } = await client.call('createDataset', { body: { name: 'large' } });
  for (let change = 0; change < CHANGES; change += 1)
    await client.call('updateDataset', { params: { id: dataset.id }, body: { name: `large ${change}` } });
  const version = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
  const create = Array.from({ length: ITEMS }, (_, n) => ({ text: `text ${n}` }));
  await client.call('bulkDatasetItems', { params: version, body: { create } });
  const { body: made } = await client.call('createDatasetItem', { params: version, body: { name: 'file' } });
  const params = { ...version, id: made.id };
  const file = {
    name: 'large.bin',
    contentType: 'application/octet-stream',
    content: Buffer.alloc(FILE_BYTES),
  };
  await client.call('uploadDatasetItem', { params, file });
  return params;
};

const modelOf = async (client: Client, runsModels: boolean): Promise<string> => {
  const body = { name: 'slow', config: '{"task":"raw"}' };
  const { id } = (await client.call('createModel', { body })).body;
  const file = { name: 'slow.onnx', contentType: 'application/octet-stream', content: slowModel() };
  if (runsModels)
    await client.call('uploadModel', { params: { id }, query: { asset_type: 'onnx_model' }, file });
  return id;
};

const workflowOf = async (client: Client): Promise<string> => {
  const nodes = Array.from({ length: NODES }, (_, at) => ({ id: `node ${at}`, name: `node ${at}` }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ begin_node_id: nodes[at]!.id, end_node_id: id }));
  return (await client.call('createWorkflow', { body: { name: 'long', nodes, edges } })).body.id;
};
