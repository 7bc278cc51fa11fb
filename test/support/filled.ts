import type { Client } from '@cairn/client';
import { exampleSecretChanges } from '@cairn/contracts';
import { PASSWORD } from './people.js';
import { failJob } from './failed-jobs.js';
import { make } from './granting.js';
import { changeRecords, fillRecords } from './records.js';
import type { SharedCairn } from './topology.js';
import { executedOver } from './workflows.js';
import { csv, type World } from './world.js';

/** A word that nobody else's records and accounts have. */
export const own = ({ user }: World): string => `word${user.replaceAll('-', '')}`;

/** At least three rows in every list. */
export const fill = async (cairn: Pick<SharedCairn, 'client'>, world: World): Promise<void> => {
  const { client } = world.person;
  const within = { dataset_id: world.dataset, version_id: world.version };
  for (const name of ['b', 'a', 'c']) {
    await make(world.person, { name, description: `the asset ${name}` });
    await client.call('createDatasetVersion', { params: within, body: { name } });
    await client.call('importDataset', {
      params: { dataset_id: world.dataset, id: world.version },
      file: csv,
    });
    await client.call('createLabel', { params: within, body: { name } });
    const username = `${name}-${own(world)}`;
    await cairn.client().call('register', {
      body: { username, email: `${username}@example.org`, name: own(world), password: PASSWORD },
    });
    await fillRecords(world, `${name} ${own(world)}`);
    await changeRecords(world, `${own(world)} ${name}`);
    await fillVersions(client, world, name);
    await fillPostProcessors(world, name);
    await client.call('createAPIKey', { body: { name, scopes: ['me:read'] } });
    await client.call('putSecret', { params: { name }, body: exampleSecretChanges });
    const ofOrganization = { params: { id: world.organization, name }, body: exampleSecretChanges };
    await client.call('putOrganizationSecret', ofOrganization);
    await client.call('updateDataset', { params: { id: world.dataset }, body: { notes: name } });
    const { body: item } = await client.call('createDatasetItem', {
      params: within,
      body: { name, text: `${name} word` },
    });
    await client.call('updateDatasetItem', {
      params: { ...within, id: world.item },
      body: { description: name },
    });
    await client.call('createAnnotation', {
      params: { ...within, item_id: world.item },
      body: {
        type: 'rectangle',
        value: { x: 1, y: 1, width: 1, height: 1 },
        confidence: name === 'a' ? 0.25 : 0.5,
      },
    });
    await client.call('createAnnotation', {
      params: { ...within, item_id: item.id },
      body: { type: 'classification', label_id: world.label },
    });
  }
};

/** A row more in the lists of post-processors, of what happened to one, and of jobs on the item. */
const fillPostProcessors = async (world: World, name: string): Promise<void> => {
  const { person, dataset: dataset_id, version: version_id, item: item_id } = world;
  await failJob(person, { dataset_id, version_id, item_id }, world.model, `the text of an item ${name}`);
  await person.client.call('createDatasetPostProcessor', {
    params: { dataset_id },
    body: {
      ...{ name, external_provider: `provider ${name}`, order: name.charCodeAt(0) },
      enabled: false,
    },
  });
  await person.client.call('updateDatasetPostProcessor', {
    params: { dataset_id, id: world.postProcessor },
    body: { description: name },
  });
};

/** A row more in the lists of versions of workflows and graphs, of what is in them, of executions, and of histories. */
const fillVersions = async (client: Client, world: World, name: string): Promise<void> => {
  const { workflow: workflow_id, workflowVersion: version_id, graph: id } = world;
  const body = { name };
  const changed = { description: name };
  const canvas = { workflow_id, version_id };
  const ends = { begin_node_id: world.workflowNode, end_node_id: world.workflowEndNode };
  await client.call('createWorkflowVersion', { params: { workflow_id }, body });
  await client.call('createWorkflowNode', { params: canvas, body });
  await client.call('createWorkflowEdge', { params: canvas, body: { ...body, ...ends } });
  await executedOver({ client }, { id: workflow_id }, name);
  await client.call('updateWorkflowVersion', { params: { workflow_id, id: version_id }, body: changed });
  await client.call('createGraphVersion', { params: { id }, body });
  const ofGraph = { id, version_id: world.graphVersion };
  await client.call('updateGraphVersion', { params: ofGraph, body: changed });
  const edge = { uid: world.graphEdge, source: world.graphNode, target: world.graphEndNode };
  await client.call('bulkGraphNodes', {
    params: ofGraph,
    body: {
      mode: 'merge',
      nodes: [{ uid: name }, { uid: world.graphNode, properties: body }],
      edges: [
        { uid: name, source: name, target: world.graphNode },
        { ...edge, properties: body },
      ],
    },
  });
};
