/** The data of events that are too large for a message of Kafka. What comes by `ce_dataref` is tested with the consumers. */
import { type ReadAnswer, answerOf, codeIn, jsonIn } from '../support/answers.js';
import { checkedClient } from '../support/contract.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { addressOf, firstEventOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, type World } from '../support/world.js';

const LONG = 'ein langer Text '.repeat(20_000);
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe.each(topologies)('the data of an event on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  let stranger: Person;
  let world: World;
  beforeAll(async () => {
    cairn = await topology.shared();
    [owner, stranger] = [await somebody(cairn), await somebody(cairn, 'eve')];
    world = await makeWorld(owner);
  });
  afterAll(() => cairn.leave());

  const path = '/api/v1/events/{event_id}/data';
  const asked = (token: string, request: object): Promise<ReadAnswer> =>
    answerOf(checkedClient(cairn.baseUrl, token), { method: 'GET', path, ...request });
  const longItem = async (): Promise<string> => {
    const params = { dataset_id: world.dataset, version_id: world.version };
    const { body } = await owner.client.call('createDatasetItem', {
      params,
      body: { name: 'long', text: LONG },
    });
    return body.id;
  };

  it('are what happened, though they were too large for a message', async () => {
    const id = await longItem();
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${id}`));
    const response = await asked(owner.token, address);
    expect(response.status).toBe(200);
    expect(jsonIn(response)).toMatchObject({ name: 'long', text: LONG, version_id: world.version });
  });

  it.each(['dataset', 'version', 'job', 'workflowVersion', 'graphVersion', 'workflowExecution'] as const)(
    'are told of a %s too',
    async (part) => {
      const categories = new Map<string, string>([
        ['version', 'datasetVersion'],
        ['job', 'datasetJob'],
        ['workflowExecution', 'execution'],
      ]);
      const category = categories.get(part) ?? part;
      const event = await firstEventOf(cairn, `${category}-${world[part]}`);
      const response = await asked(owner.token, addressOf(event));
      expect(response.status).toBe(200);
      const stored = JSON.parse(event.data) as Record<string, unknown>;
      // Fields that serve the inside are told to nobody.
      const { readers: _readers, requester: _requester, input_key_id: _key, ...published } = stored;
      expect(jsonIn(response)).toEqual(published);
    },
  );

  it('are told while it is deleted, to who may read its history', async () => {
    const id = await longItem();
    const params = { dataset_id: world.dataset, version_id: world.version, id };
    await owner.client.call('deleteDatasetItem', { params });
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${id}`));
    expect((await asked(owner.token, address)).status).toBe(200);
  });

  it('are not there for others, nor for a key that may not read datasets', async () => {
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${world.item}`));
    const { body: key } = await owner.client.call('createAPIKey', {
      body: { name: 'narrow', scopes: ['me:read'] },
    });
    for (const token of [stranger.token, key.key]) {
      const response = await asked(token, address);
      expect([response.status, codeIn(response)]).toEqual([404, 'not_found']);
    }
  });

  it('are there for a key of an administrator that names its scope, and for no other of hers', async () => {
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${world.item}`));
    const admin = await administrator(cairn);
    const keyed = async (...scopes: string[]): Promise<number> => {
      const { body } = await admin.client.call('createAPIKey', { body: { name: 'reader', scopes } });
      return (await asked(body.key, address)).status;
    };
    expect(await keyed('events:read')).toBe(200);
    expect(await keyed('*:*')).toBe(404);
    const { body: own } = await stranger.client.call('createAPIKey', {
      body: { name: 'reader', scopes: ['events:read'] },
    });
    expect((await asked(own.key, address)).status).toBe(404);
  });

  it('are not there under another id, sequence or subject, nor of what is never published', async () => {
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${world.item}`));
    const session = addressOf(await firstEventOf(cairn, `session-${world.session}`));
    const wrong = [
      { ...address, params: { event_id: NOBODY } },
      { ...address, query: { ...address.query, sequence: '1' } },
      { ...address, query: { ...address.query, sequence: '99999999999999999999' } },
      { ...address, query: { ...address.query, subject: `datasetItem-${NOBODY}` } },
      session,
    ];
    for (const request of wrong) expect((await asked(owner.token, request)).status).toBe(404);
  });

  it('are asked for by subject and sequence as the message names them', async () => {
    const address = addressOf(await firstEventOf(cairn, `datasetItem-${world.item}`));
    const wrong = [{}, { subject: 'items', sequence: '0' }, { ...address.query, sequence: '-1' }];
    for (const query of wrong)
      expect(codeIn(await asked(owner.token, { ...address, query }))).toBe('invalid_parameter');
  });
});
