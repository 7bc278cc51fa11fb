import { randomUUID } from 'node:crypto';
import {
  exampleAnnotation,
  exampleGraphEdge,
  exampleInference,
  exampleItem,
  exampleLabel,
  exampleModelVersion,
  exampleOrganization,
  exampleProject,
  exampleRole,
  exampleSecretChanges,
  exampleSplit,
  exampleTeam,
  exampleUser,
  exampleVersion,
  exampleWorkflowEdge,
  type Operation,
} from '@cairn/contracts';
import type { FileContent, PlainRequest } from '@cairn/client';
import { makeAdministered, NOT_ADMINISTERED } from './administered.js';
import { failJob } from './failed-jobs.js';
import { picture } from './files.js';
import { makeGraph } from './graphs.js';
import { makeGroups } from './groups.js';
import { makeModel } from './models.js';
import { paramsIn, type World, WORLD_SECRET } from './parts.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';
import { makePlain, makePlains, plainKindOf } from './plain-assets.js';
import { makeOne, makeRecords, recordBodyIn, recordOf } from './records.js';
import { makeWorkflow } from './workflows.js';

export const csv: FileContent = { name: 'lines.csv', contentType: 'text/csv', content: 'text\nimported\n' };

export { parameterNames, paramsIn, partOf, pathIn, type World } from './parts.js';

/** Makes one of everything; with an administrator what only administrators make, too. */
export const makeWorld = async (
  person: Person,
  visibility: 'private' | 'public' = 'private',
  administrator?: Person,
): Promise<World> => ({
  person,
  user: person.id,
  ...(await makeAsset(person, { visibility })),
  ...(await makeGroups(person)),
  ...(await makeOwn(person)),
  records: await makeRecords({ person, administrator }),
  ...(administrator === undefined
    ? NOT_ADMINISTERED
    : { ...(await makeAdministered(administrator)), administrator }),
});

/** A key, a secret, and the session that is there. */
export const makeOwn = async ({ client }: Person) => {
  const { body: key } = await client.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } });
  await client.call('putSecret', { params: { name: WORLD_SECRET }, body: exampleSecretChanges });
  const { body: sessions } = await client.call('listSessions');
  return { session: known(sessions[0]?.id), key: key.id };
};

/** A dataset with one of everything in it and an import of it that is over; and one of each other kind. */
export const makeAsset = async (person: Person, placed: Placed) => {
  const [asking, workflow, graph] = await Promise.all([
    makeModel(person, placed).then(async (model) => ({
      ...model,
      ...(await makeDataset(person, placed, model)),
    })),
    makeWorkflow(person, placed),
    makeGraph(person, placed),
  ]);
  return {
    ...asking,
    ...workflow,
    ...graph,
    plain: await makePlains(person, placed),
    job: await finishedJob(person, { dataset_id: asking.dataset, id: asking.version }),
  };
};

/** Who asks for an operation: the administrator of the world for what is the administrators', else its person. */
export const askerOf = (world: World, { access }: Pick<Operation, 'access'>): Person =>
  access === 'administrator' && world.administrator !== undefined ? world.administrator : world.person;

const makeDataset = async (person: Person, placed: Placed, { model }: Pick<World, 'model'>) => {
  const { client } = person;
  const { body: dataset } = await client.call('createDataset', {
    body: { name: 'World', default_splits: true, ...placed },
  });
  await client.call('uploadDatasetLogo', {
    params: { id: dataset.id },
    file: { name: 'logo.png', content: picture() },
  });
  const version = known(dataset.active_version_id);
  const { body: share } = await client.call('createDatasetShare', {
    params: { id: dataset.id },
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  const { body: postProcessor } = await client.call('createDatasetPostProcessor', {
    params: { dataset_id: dataset.id },
    body: { name: 'spam or not', external_provider: 'http', enabled: false },
  });
  const within = { dataset_id: dataset.id, version_id: version };
  return {
    dataset: dataset.id,
    postProcessor: postProcessor.id,
    share: share.id,
    version,
    split: known(dataset.versions[0]?.splits?.find(({ name }) => name === 'train')?.id),
    ...(await makeItem(person, within, model)),
  };
};

const known = (id: string | undefined): string => {
  if (id === undefined || id === '') throw new Error('an id is missing in an answer');
  return id;
};

const OF_GROUP = /^\/api\/v1\/(organizations|teams|projects|roles)(\/|$)/;
/** What paths may destroy of assets, and how it is made. */
const OF_ASSETS = [
  [/\/(datasets|jobs)(\/|$)/, makeDataset],
  [/\/(models|inferences)(\/|$)/, makeModel],
  [/\/workflows(\/|$)/, makeWorkflow],
  [/\/graphs(\/|$)/, makeGraph],
] as const;

/** A world for a write: what the operation may destroy is new, the rest is that of the world given. */
export const makeWorldFor = async (
  { path }: Pick<Operation, 'path'>,
  world: World,
  somebodyElse: () => Promise<Person>,
): Promise<World> => {
  const record = recordOf({ path });
  if (record !== undefined) {
    const made = await makeOne(record, world);
    return { ...world, records: { ...world.records, ...made } };
  }
  if (path.startsWith('/admin/') && world.administrator !== undefined)
    return { ...world, ...(await makeAdministered(world.administrator)) };
  const kind = plainKindOf({ path });
  if (kind !== undefined) {
    const made = { [kind.called]: await makePlain(world.person, kind, { visibility: 'private' }) };
    return { ...world, plain: { ...world.plain, ...made } };
  }
  const ofAsset = OF_ASSETS.find(([paths]) => paths.test(path));
  if (ofAsset !== undefined)
    return { ...world, ...(await ofAsset[1](world.person, { visibility: 'private' }, world)) };
  if (OF_GROUP.test(path)) return { ...world, ...(await makeGroups(world.person)) };
  const person = await somebodyElse();
  return { ...world, person, user: person.id, ...(await makeOwn(person)), ...(await makeGroups(person)) };
};

const makeItem = async (
  person: Person,
  within: { dataset_id: string; version_id: string },
  model: string,
): Promise<Pick<World, 'label' | 'item' | 'annotation' | 'itemJob'>> => {
  const { client } = person;
  const { body: label } = await client.call('createLabel', { params: within, body: { name: 'a label' } });
  const { body: item } = await client.call('createDatasetItem', {
    params: within,
    body: {
      name: 'an item',
      text: 'a text',
      annotations: [{ type: 'classification', label_id: label.id }],
    },
  });
  const itemJob = await failJob(person, { ...within, item_id: item.id }, model, 'the text of an item');
  await client.call('uploadDatasetItem', {
    params: { ...within, id: item.id },
    file: { name: 'a file.txt', contentType: 'text/plain', content: 'the file of an item' },
  });
  return { label: label.id, item: item.id, annotation: known(item.annotations[0]?.id), itemJob };
};

const finishedJob = async (person: Person, params: { dataset_id: string; id: string }): Promise<string> => {
  const { headers } = await person.client.call('importDataset', {
    params,
    file: csv,
    headers: { prefer: 'respond-async' },
  });
  const id = (headers.get('location') ?? '').split('/').at(-1) ?? '';
  for (;;) {
    const { body } = await person.client.call('getJob', { params: { id } });
    if (body.status === 'completed') return id;
    if (body.status === 'failed') throw new Error(`the import failed: ${body.status_message}`);
  }
};

const FILES: Readonly<Record<'logo' | 'itemFile' | 'archive' | 'modelAsset', () => FileContent>> = {
  logo: () => ({ name: 'logo.png', contentType: 'image/png', content: picture() }),
  itemFile: () => ({ name: 'file.txt', contentType: 'text/plain', content: 'another file' }),
  archive: () => csv,
  modelAsset: () => ({ name: 'labels.txt', contentType: 'text/plain', content: 'puffin\nauk\n' }),
};

/** The body of the operation's example, about the world instead of the example's ids. */
export const bodyIn = (world: World, { example, path }: Pick<Operation, 'example' | 'path'>): unknown => {
  if (example?.body === undefined) return undefined;
  const record = recordOf({ path });
  if (record !== undefined) return recordBodyIn(world.records, record, example.body as object);
  const { username, email } = world.person;
  const own: readonly (readonly [string, string])[] = [
    [exampleLabel.id, world.label],
    [exampleSplit.id, world.split],
    [exampleVersion.id, world.version],
    [exampleItem.id, world.item],
    [exampleInference.id, world.inference],
    [exampleAnnotation.id, world.annotation],
    [exampleModelVersion.id, world.modelVersion],
    [exampleWorkflowEdge.begin_node_id, world.workflowNode],
    [exampleWorkflowEdge.end_node_id, world.workflowEndNode],
    [textOf({ source: exampleGraphEdge.source }), textOf({ source: world.graphNode })],
    [textOf({ target: exampleGraphEdge.target }), textOf({ target: world.graphEndNode })],
    [JSON.stringify('puffin-eats-gravel'), JSON.stringify(world.graphEdge)],
    [exampleOrganization.id, world.organization],
    [exampleTeam.id, world.team],
    [exampleProject.id, world.project],
    [exampleRole.id, world.role],
    [exampleUser.id, world.user],
    [JSON.stringify(exampleOrganization.slug), JSON.stringify(`${world.organization}-2`)],
    [exampleUser.email, `2-${email}`], // Who tries the README on the same Cairn is called so.
    [JSON.stringify(exampleUser.username), JSON.stringify(`${username}-2`)],
  ];
  const text = own.reduce((made, [from, to]) => made.replaceAll(from, to), JSON.stringify(example.body));
  return JSON.parse(text) as unknown;
};

/** As a member of an object is written. */
const textOf = (member: object): string => JSON.stringify(member).slice(1, -1);

/** A request for the operation as a caller who means well sends it. */
export const requestIn = (world: World, operation: Operation): PlainRequest => ({
  method: operation.method,
  path: operation.path,
  params: paramsIn(world, operation),
  body: bodyIn(world, operation),
  ...(operation.upload === undefined || operation.body !== undefined
    ? {}
    : { file: FILES[operation.upload.limit]() }),
  ...(operation.upload?.limit === 'modelAsset' ? { query: { asset_type: 'labels_file' } } : {}),
});
