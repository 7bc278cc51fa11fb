import type { Operation } from '@cairn/contracts';
import type { Administered } from './administered.js';
import { graphPartOf } from './graphs.js';
import { modelPartOf } from './models.js';
import type { Person } from './people.js';
import { type MadeAsset, plainKindOf, plainPartOf } from './plain-assets.js';
import { recordOf, type Records } from './records.js';
import { workflowPartOf } from './workflows.js';

/** One of everything, all of it one person's. */
export interface World extends Administered {
  readonly person: Person;
  /** Who makes and asks what is the administrators'; absent where nothing of theirs is made. */
  readonly administrator?: Person;
  readonly user: string;
  /** One of each record that is in nothing. */
  readonly records: Records;
  /** One of each kind of asset that has nothing of its own, by what it is called. */
  readonly plain: Readonly<Record<string, MadeAsset>>;
  readonly dataset: string;
  readonly version: string;
  readonly split: string;
  readonly label: string;
  readonly item: string;
  readonly annotation: string;
  /** It is disabled, so that the item changes by what callers do alone. */
  readonly postProcessor: string;
  /** The job of another one on the item, which failed: the model cannot be run. */
  readonly itemJob: string;
  readonly share: string;
  readonly model: string;
  readonly modelVersion: string;
  readonly modelShare: string;
  readonly inference: string;
  readonly workflow: string;
  readonly workflowShare: string;
  /** Not the active one; an edge leads from its node to another one. */
  readonly workflowVersion: string;
  readonly workflowNode: string;
  readonly workflowEndNode: string;
  readonly workflowEdge: string;
  /** Of that version, over a file; it is over. */
  readonly workflowExecution: string;
  readonly graph: string;
  /** Not the active one. */
  readonly graphVersion: string;
  readonly graphShare: string;
  /** Uids in that version: an edge leads from its node to another one. */
  readonly graphNode: string;
  readonly graphEndNode: string;
  readonly graphEdge: string;
  readonly session: string;
  readonly key: string;
  readonly job: string;
  readonly organization: string;
  readonly team: string;
  readonly project: string;
  readonly role: string;
  readonly invitation: string;
  readonly organizationKey: string;
}
type Part = Exclude<keyof World, 'person' | 'administrator' | 'records' | 'plain'>;

const NAMED: Readonly<Record<string, Part>> = {
  dataset_id: 'dataset',
  version_id: 'version',
  split_id: 'split',
  item_id: 'item',
  job_id: 'itemJob',
  user_id: 'user',
  organization_id: 'organization',
  share_id: 'share',
  invitation_id: 'invitation',
  model_id: 'model',
  model_version_id: 'modelVersion',
  inference_id: 'inference',
};
const COLLECTIONS: Readonly<Record<string, Part>> = {
  datasets: 'dataset',
  models: 'model',
  inferences: 'inference',
  versions: 'version',
  datasetversions: 'version',
  'dataset-versions': 'version',
  items: 'item',
  splits: 'split',
  labels: 'label',
  annotations: 'annotation',
  'post-processors': 'postProcessor',
  sessions: 'session',
  apikeys: 'key',
  jobs: 'job',
  organizations: 'organization',
  teams: 'team',
  projects: 'project',
  roles: 'role',
};
/** Collections that organizations have too, of their own. */
const OF_ORGANIZATIONS: Readonly<Record<string, Part>> = { apikeys: 'organizationKey' };
const OTHERS: Readonly<Record<string, string>> = {
  reset_token: 'no-such-token',
  token: 'no-such-invitation',
  name: 'datasets.items@4',
  file: 'no-such-file.js',
  format: 'csv',
  asset_type: 'labels_file',
  alias: 'champion',
  version: '1',
  device_id: '00000000-0000-7000-8000-0000000000d0',
  event_id: '00000000-0000-7000-8000-000000000000',
};

/** What a parameter stands for that is no id. */
const otherOf = ({ path }: Pick<Operation, 'path'>, name: string): string | undefined =>
  path.endsWith('/secrets/{name}') ? WORLD_SECRET : OTHERS[name];

/** What the person, and the organization, of a world call their secret. */
export const WORLD_SECRET = 'provider';

/** The names of an operation's path parameters, in their order. */
export const parameterNames = ({ path }: Pick<Operation, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** What parameters stand for below a collection that names its own. */
const WITHIN: Readonly<Record<string, (path: string, name: string) => Part | undefined>> = {
  models: modelPartOf,
  workflows: workflowPartOf,
  graphs: graphPartOf,
};

const withinOf = (path: string) => WITHIN[/^\/(?:api\/v1|admin)\/(\w+)/.exec(path)?.[1] ?? ''];

/** What of the world a path parameter of an operation stands for, `undefined` when it is not an id. */
export const partOf = (
  operation: Pick<Operation, 'path'>,
  name: string,
): ((world: World) => string | undefined) | undefined => {
  const record = recordOf(operation);
  if (record !== undefined) return ({ records }) => records[record.category];
  const kind = plainKindOf(operation);
  const ofKind = kind && plainPartOf(name);
  if (kind !== undefined) return ofKind && (({ plain }) => plain[kind.called]?.[ofKind]);
  const part = namedPartOf(operation, name);
  return part && ((world) => world[part]);
};

const namedPartOf = ({ path }: Pick<Operation, 'path'>, name: string): Part | undefined => {
  const collection = new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? '';
  if (path.startsWith('/admin/users/')) return 'account';
  const within = withinOf(path);
  if (within !== undefined) return within(path, name);
  if (name !== 'id') return NAMED[name];
  return (path.includes('/{organization_id}/') && OF_ORGANIZATIONS[collection]) || COLLECTIONS[collection];
};

/** The parameters of an operation's path that address the world. A new collection must be told to the table above. */
export const paramsIn = (world: World, operation: Pick<Operation, 'path'>): Record<string, string> =>
  Object.fromEntries(
    parameterNames(operation).map((name) => {
      const part = partOf(operation, name);
      const value = part === undefined ? otherOf(operation, name) : part(world);
      if (value === undefined) throw new Error(`what is {${name}} in ${operation.path}?`);
      return [name, value];
    }),
  );

/** The path of an operation with its parameters filled in. */
export const pathIn = (world: World, operation: Pick<Operation, 'path'>): string => {
  const params = paramsIn(world, operation);
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
};
