import { areas, assets, type Operation } from '@cairn/contracts';
import { isUuid } from '@cairn/kernel';
import type { PathParams } from './path-params.js';

/** What a request is about, by its path. */
export interface Subject {
  readonly entity: string;
  /** Absent for a list, and for what the path names by something that is no id. */
  readonly id?: string;
}

/** Tells what the requests of an operation are about, for the journal. */
export type SubjectOf = (params: PathParams) => Subject | undefined;

/** `{id}` is named by what stands before it, `{version_id}` by itself; what stands last without an id is a list. */
export const subjectOf = ({ path, method }: Pick<Operation, 'path' | 'method'>): SubjectOf => {
  const parts = path.split('/');
  const at = parts.findLastIndex((part) => NAMED.test(part));
  const collection = parts.at(-1) ?? '';
  const isMaking = method === 'POST' && COLLECTIONS.has(collection);
  if (isMaking || at < 0) {
    const entity = COLLECTIONS.get(collection);
    return () => (entity === undefined ? undefined : { entity });
  }
  const name = parts[at]!.slice(1, -1);
  const entity = name.endsWith('_id') ? name.slice(0, -3) : COLLECTIONS.get(parts[at - 1]!);
  if (entity === undefined) return () => undefined;
  return (params) => {
    const id = params[name] ?? '';
    const isTold = name === 'name' ? !path.startsWith(OF_PERSON) : isUuid(id);
    return isTold ? { entity, id: id.slice(0, MOST_ID) } : { entity };
  };
};

/** Paths to what a person has. What they call it is told by nothing that is kept (S38). */
export const OF_PERSON = '/api/v1/me/';

const MOST_ID = 200;
const NAMED = /^\{(?:id|name|\w+_id)\}$/;

const ofRecords = Object.values(areas).flatMap(({ records }) =>
  records.map(({ description: { paths, entity } }) => [paths.many.split('/').at(-1) ?? '', entity] as const),
);

const ofAssets = assets.map(({ area, called }) => [area, called] as const);

/** What a collection is of. */
const COLLECTIONS: ReadonlyMap<string, string> = new Map<string, string>([
  ...ofRecords,
  ...ofAssets,
  ...(
    'dataset-versions version,datasetversions version,versions version,items item,splits split,' +
    'labels label,annotations annotation,model-versions version,modelversions version,' +
    'inferences inference,workflowversions version,executions execution,' +
    'graphversions version,nodes node,edges edge,jobs job,apikeys api_key,' +
    'sessions session,devices device,organizations organization,teams team,projects project,members member,' +
    'invitations invitation,roles role,share share,users user,projections projection,errors error,metrics metric,' +
    'webhooks webhook,secrets secret'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
]);
