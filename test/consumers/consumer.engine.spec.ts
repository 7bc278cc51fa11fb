/** A stranger's consumer rebuilds from Kafka alone what the REST API says: it needs a Kafka, so only a cluster will do. */
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '@cairn/client';
import { administrator, type Person, somebody } from '../support/people.js';
import { cluster, type RunningCluster } from '../support/topologies/cluster.js';
import { asRestSays } from './as-rest-says.js';
import { ConsumerProcess } from './consumer-process.js';
import { Doings, TOO_LONG } from './doings.js';
import { FIELDS, firmThatLived, picked } from './firm-that-lived.js';
import { latestStates, type Told } from './latest-states.js';

const PUBLISHED_WITHIN_MS = 60_000;
const KILLS = 3;

jest.setTimeout(300_000);

describe('the sample consumer (cluster)', () => {
  let cairn: RunningCluster;
  let person: Person;
  let doings: Doings;
  beforeAll(async () => {
    cairn = await cluster.start();
    person = await somebody(cairn);
    doings = new Doings(cairn.gateways.map((baseUrl) => createClient({ baseUrl, token: person.token })));
  });
  afterAll(() => cairn.remove());

  const consumer = (...options: readonly string[]): ConsumerProcess =>
    new ConsumerProcess(cairn.engines.kafka.url, { url: cairn.baseUrl, token: person.token }, ...options);
  const following = async (act: (follower: ConsumerProcess) => Promise<void>): Promise<void> => {
    const follower = consumer('--follow');
    try {
      await act(follower);
    } finally {
      await follower.end();
    }
  };
  /** Waits until what is made of a topic's states is this. */
  const tells = async (
    topic: string,
    said: ReadonlyMap<unknown, unknown>,
    made: (states: readonly Told[]) => ReadonlyMap<unknown, unknown>,
  ): Promise<void> => {
    const now = async () => made([...(await latestStates(cairn.engines.kafka.url, topic)).values()]);
    const by = Date.now() + PUBLISHED_WITHIN_MS;
    let told = await now();
    while (!isDeepStrictEqual(told, said) && Date.now() < by) told = await now();
    expect(told).toEqual(said);
  };
  const printsWhatRestSays = async (follower: ConsumerProcess): Promise<void> =>
    follower.prints(await asRestSays(person.client), PUBLISHED_WITHIN_MS);

  it('that follows gets what REST says of items, splits and label counts, and so does one that begins afterwards', async () => {
    await following(async (follower) => {
      const [mails, gone, back] = [
        await doings.all('mails'),
        await doings.all('gone'),
        await doings.all('back'),
      ];
      await doings.datasets(gone, back, mails);
      await printsWhatRestSays(follower);
    });
    const said = await asRestSays(person.client);
    expect(said.map(({ name }) => name).toSorted()).toEqual(['back', 'letters']);
    const items = said.flatMap(({ versions }) => versions.flatMap((version) => version.items));
    expect(items.length).toBeGreaterThan(100);
    expect(items.filter(({ text }) => text === TOO_LONG)).not.toEqual([]);
    expect(await consumer().printed()).toEqual(said);
  });

  it('whoever reads the states of applications gets what REST says of them', async () => {
    const { client } = await administrator(cairn);
    const made = async (name: string): Promise<string> =>
      (await client.call('createApplication', { body: { name } })).body.id;
    const [renamed, gone, back] = [await made('renamed'), await made('gone'), await made('back')];
    await client.call('updateApplication', { body: { id: renamed, name: 'another', framework: 'onnx' } });
    for (const id of [gone, back]) await client.call('deleteApplication', { params: { id } });
    await client.call('restoreApplication', { params: { id: back } });
    const { body } = await client.call('listAllApplications', { query: { sort: 'name' } });
    expect(body.map(({ name }) => name)).toEqual(['another', 'back']);
    const said = new Map(body.map((each) => [each.id, each]));
    await tells(
      'cairn.models.application.state.v1',
      said,
      (all) => new Map(all.map((each) => [each['id'], each])),
    );
  });

  it('whoever reads the states of models and of post-processors gets what REST says of them', async () => {
    const { client } = person;
    const { body: model } = await client.call('createModel', { body: { name: 'told', kind: 'tabular' } });
    const { body: version } = await client.call('createModelVersion', { params: { model_id: model.id } });
    await client.call('setModelAlias', {
      params: { id: model.id, alias: 'champion' },
      body: { version_id: version.id },
    });
    const { body: gone } = await client.call('createModel', { body: { name: 'gone' } });
    await client.call('deleteModel', { params: { id: gone.id } });
    const { body: models } = await client.call('listModels');
    const ofModels = [
      'id',
      'created_at',
      'user_id',
      'name',
      'kind',
      'visibility',
      'active_version_id',
      'aliases',
    ];
    expect(models).toMatchObject([{ aliases: { champion: version.id }, active_version_id: version.id }]);
    await tells('cairn.models.model.state.v1', picked(models, ofModels), (all) => picked(all, ofModels));

    const { body: dataset } = await client.call('createDataset', { body: { name: 'told' } });
    const params = { dataset_id: dataset.id };
    const external_config = { base_url: 'https://inside.example' };
    const processor = async (body: object): Promise<string> =>
      (await client.call('createDatasetPostProcessor', { params, body: { name: 'told', ...body } })).body.id;
    const asks = await processor({ model_id: model.id, order: 2 });
    const external = await processor({ external_provider: 'http', external_config });
    const deleted = await processor({ external_provider: 'http' });
    await client.call('updateDatasetPostProcessor', {
      params: { ...params, id: asks },
      body: { prompt: 'Is it?' },
    });
    await client.call('deleteDatasetPostProcessor', { params: { ...params, id: deleted } });
    const said = new Map<unknown, unknown>();
    for (const id of [asks, external]) {
      const { body } = await client.call('getDatasetPostProcessor', { params: { ...params, id } });
      const { external_config: _, ...published } = body;
      said.set(id, published);
    }
    await tells(
      'cairn.datasets.post_processor.state.v1',
      said,
      (all) => new Map(all.map((each) => [each['id'], each])),
    );
  });

  it('whoever reads the states of workflows and of graphs gets what REST says of them', async () => {
    const { client } = person;
    const shared = ['id', 'created_at', 'user_id', 'name', 'visibility', 'active_version_id'];
    const { body: workflow } = await client.call('createWorkflow', { body: { name: 'told' } });
    const params = { workflow_id: workflow.id };
    const { body: version } = await client.call('createWorkflowVersion', { params });
    const activate = { id: workflow.id, version_id: version.id };
    await client.call('activateWorkflowVersion', { params: activate });
    const { body: gone } = await client.call('createWorkflow', { body: { name: 'gone' } });
    await client.call('deleteWorkflow', { params: { id: gone.id } });
    const { body: workflows } = await client.call('listWorkflows');
    expect(workflows).toMatchObject([{ active_version_id: version.id }]);
    await tells('cairn.workflows.workflow.state.v1', picked(workflows, shared), (all) => picked(all, shared));

    const ofGraphs = [...shared, 'kind', 'config', 'schema_config'];
    const body = {
      name: 'told',
      kind: 'social',
      config: { enforcement: 'warn' },
      schema_config: { nodes: [] },
    };
    const { body: graph } = await client.call('createGraph', { body });
    await client.call('updateGraph', { params: { id: graph.id }, body: { name: 'told again' } });
    const { body: back } = await client.call('createGraph', { body: { name: 'back' } });
    await client.call('deleteGraph', { params: { id: back.id } });
    await client.call('restoreGraph', { params: { id: back.id } });
    const { body: graphs } = await client.call('listGraphs');
    expect(graphs.map(({ name }) => name).toSorted()).toEqual(['back', 'told again']);
    await tells('cairn.graphs.graph.state.v1', picked(graphs, ofGraphs), (all) => picked(all, ofGraphs));
  });

  it('whoever reads the states of organizations knows who is in what, as what, until when', async () => {
    const [grace, mary, gone] = await Promise.all([somebody(cairn), somebody(cairn), somebody(cairn)]);
    const firm = await firmThatLived(cairn, person, { grace, mary, gone });
    const { id } = firm;
    const isOfFirm = (state: Told): boolean => [state['organization_id'], state['id']].includes(id);
    const tellsAsRest = async (): Promise<Readonly<Record<string, readonly object[]>>> => {
      const said = await firm.said();
      for (const [entity, fields] of Object.entries(FIELDS))
        await tells(`cairn.identity.${entity}.state.v1`, picked(said[entity]!, fields), (all) =>
          picked(all.filter(isOfFirm), fields),
        );
      return said;
    };
    expect((await tellsAsRest())['membership']).toHaveLength(10);
    await gone.client.call('deleteMe', { body: {} });
    expect((await tellsAsRest())['membership']).toHaveLength(8);
    await person.client.call('deleteOrganization', { params: { id } });
    await tells('cairn.identity.organization.state.v1', new Map(), (all) =>
      picked(all.filter(isOfFirm), ['id']),
    );
    await person.client.call('restoreOrganization', { params: { id } });
    await tellsAsRest();
  });

  it('gets the same while the relay is killed again and again', async () => {
    await following(async (follower) => {
      const place = await doings.made('under faults');
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writing = doings.all(`kill ${kill}`);
        await cairn.kill('relay-1');
        await doings.more(place, `after kill ${kill}`);
        await writing;
        await printsWhatRestSays(follower);
      }
    });
    expect(await consumer().printed()).toEqual(await asRestSays(person.client));
  });
});
