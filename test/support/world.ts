import {
  exampleAnnotation,
  exampleItem,
  exampleLabel,
  exampleSplit,
  exampleUser,
  exampleVersion,
} from '@cairn/contracts';
import type { Operation } from '@cairn/contracts';
import type { FileContent, PlainRequest } from '@cairn/client';
import { picture } from './files.js';
import type { Person } from './people.js';

/** One of everything, all of it one person's. */
export interface World {
  readonly person: Person;
  readonly user: string;
  readonly dataset: string;
  readonly version: string;
  readonly split: string;
  readonly label: string;
  readonly item: string;
  readonly annotation: string;
  readonly session: string;
  readonly key: string;
  readonly job: string;
}
type Part = Exclude<keyof World, 'person'>;

export const csv: FileContent = { name: 'lines.csv', contentType: 'text/csv', content: 'text\nimported\n' };

/** Makes one of everything. */
export const makeWorld = async (
  person: Person,
  visibility: 'private' | 'public' = 'private',
): Promise<World> => {
  const { client } = person;
  const { body: key } = await client.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } });
  const { body: sessions } = await client.call('listSessions');
  const made = await makeDataset(person, visibility);
  return {
    person,
    user: person.id,
    ...made,
    session: known(sessions[0]?.id),
    key: key.id,
    job: await finishedJob(person, { dataset_id: made.dataset, id: made.version }),
  };
};

/** A world for a write: what the operation may destroy is new, the rest is that of the world given. */
export const makeWorldFor = async (
  { path }: Pick<Operation, 'path'>,
  world: World,
  somebodyElse: () => Promise<Person>,
): Promise<World> => {
  if (!path.includes('/datasets')) return makeWorld(await somebodyElse());
  return { ...world, ...(await makeDataset(world.person, 'private')) };
};

const makeDataset = async (person: Person, visibility: 'private' | 'public') => {
  const { client } = person;
  const { body: dataset } = await client.call('createDataset', {
    body: { name: 'World', default_splits: true, visibility },
  });
  await client.call('uploadDatasetLogo', {
    params: { id: dataset.id },
    file: { name: 'logo.png', content: picture() },
  });
  const version = known(dataset.active_version_id);
  return {
    dataset: dataset.id,
    version,
    split: known(dataset.versions[0]?.splits?.find(({ name }) => name === 'train')?.id),
    ...(await makeItem(person, { dataset_id: dataset.id, version_id: version })),
  };
};

const known = (id: string | undefined): string => {
  if (id === undefined || id === '') throw new Error('an id is missing in an answer');
  return id;
};

const makeItem = async (
  { client }: Person,
  within: { dataset_id: string; version_id: string },
): Promise<Pick<World, 'label' | 'item' | 'annotation'>> => {
  const { body: label } = await client.call('createLabel', { params: within, body: { name: 'a label' } });
  const { body: item } = await client.call('createDatasetItem', {
    params: within,
    body: {
      name: 'an item',
      text: 'the text of an item',
      annotations: [{ type: 'classification', label_id: label.id }],
    },
  });
  await client.call('uploadDatasetItem', {
    params: { ...within, id: item.id },
    file: { name: 'a file.txt', contentType: 'text/plain', content: 'the file of an item' },
  });
  return { label: label.id, item: item.id, annotation: known(item.annotations[0]?.id) };
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

const NAMED: Readonly<Record<string, Part>> = {
  dataset_id: 'dataset',
  version_id: 'version',
  split_id: 'split',
  item_id: 'item',
  user_id: 'user',
};
const COLLECTIONS: Readonly<Record<string, Part>> = {
  datasets: 'dataset',
  versions: 'version',
  datasetversions: 'version',
  'dataset-versions': 'version',
  items: 'item',
  splits: 'split',
  labels: 'label',
  annotations: 'annotation',
  sessions: 'session',
  apikeys: 'key',
  jobs: 'job',
};
const OTHERS: Readonly<Record<string, string>> = {
  reset_token: 'no-such-token',
  name: 'datasets.items@2',
  file: 'no-such-file.js',
  format: 'csv',
  event_id: '00000000-0000-7000-8000-000000000000',
};

/** The names of an operation's path parameters, in their order. */
export const parameterNames = ({ path }: Pick<Operation, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** What a path parameter of an operation stands for, `undefined` when it is not an id. */
export const partOf = ({ path }: Pick<Operation, 'path'>, name: string): Part | undefined => {
  const collection = new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? '';
  return NAMED[name] ?? (name === 'id' ? COLLECTIONS[collection] : undefined);
};

/** The parameters of an operation's path that address the world. A new collection must be told to the table above. */
export const paramsIn = (world: World, operation: Pick<Operation, 'path'>): Record<string, string> =>
  Object.fromEntries(
    parameterNames(operation).map((name) => {
      const part = partOf(operation, name);
      const value = part === undefined ? OTHERS[name] : world[part];
      if (value === undefined) throw new Error(`what is {${name}} in ${operation.path}?`);
      return [name, value];
    }),
  );

const FILES: Readonly<Record<'logo' | 'itemFile' | 'archive', () => FileContent>> = {
  logo: () => ({ name: 'logo.png', contentType: 'image/png', content: picture() }),
  itemFile: () => ({ name: 'file.txt', contentType: 'text/plain', content: 'another file' }),
  archive: () => csv,
};

/** The body of the operation's example, about the world instead of the example's ids. */
export const bodyIn = (world: World, { example }: Pick<Operation, 'example'>): unknown => {
  if (example?.body === undefined) return undefined;
  const { username, email } = world.person;
  const own: readonly (readonly [string, string])[] = [
    [exampleLabel.id, world.label],
    [exampleSplit.id, world.split],
    [exampleVersion.id, world.version],
    [exampleItem.id, world.item],
    [exampleAnnotation.id, world.annotation],
    // Who tries the README on the same Cairn is called so.
    [exampleUser.email, `2-${email}`],
    [JSON.stringify(exampleUser.username), JSON.stringify(`${username}-2`)],
  ];
  const text = own.reduce((made, [from, to]) => made.replaceAll(from, to), JSON.stringify(example.body));
  return JSON.parse(text) as unknown;
};

/** A request for the operation as a caller who means well sends it. */
export const requestIn = (world: World, operation: Operation): PlainRequest => ({
  method: operation.method,
  path: operation.path,
  params: paramsIn(world, operation),
  body: bodyIn(world, operation),
  ...(operation.upload === undefined ? {} : { file: FILES[operation.upload.limit]() }),
});

/** The path of an operation with its parameters filled in. */
export const pathIn = (world: World, operation: Pick<Operation, 'path'>): string => {
  const params = paramsIn(world, operation);
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
};
