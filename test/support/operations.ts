import { allOperations, areas, assets, type Operation } from '@cairn/contracts';
import { everyCell } from './cells.js';
import { leaveOut } from './left-out.js';
import { MODELS_NEED, runsModels } from './two-numbers.js';

/** Of these one caller may ask two at once only: in tests of cells that run together one is asked at a time. */
const isHistory = ({ history }: Operation): boolean => history === true;
/** The same of a cell about a part of an operation. */
export const isOfHistory = ({ operation }: { readonly operation: Operation }): boolean =>
  isHistory(operation);

const RECORDS = new Set(
  Object.values(areas)
    .flatMap(({ records }) => records)
    .filter(({ description }) => description.inside === undefined)
    .map(({ description }) => description.paths.many),
);
/** Whether it lists records that are in nothing: they are everybody's, and others make some meanwhile. */
export const listsRecords = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'GET' && RECORDS.has(path);

/** One test of many operations, a cell each, under a name like `PUT /api/v1/me`. */
export const everyOperation = (
  operations: readonly Operation[],
  check: (operation: Operation, turn: number) => unknown,
  { atOnce = 1 }: { readonly atOnce?: number } = {},
): Promise<void> =>
  everyCell(operations, ({ method, path }) => `${method} ${path}`, check, { atOnce, oneByOne: isHistory });

export const isUnsafe = ({ method }: Operation): boolean => method !== 'GET';

/** Whether it takes a JSON body. */
export const takesJson = ({ body }: Operation): boolean => body !== undefined;

/** A field of the server's that elements of a list may set: on what a metric was measured is its sender's to say. */
export const takenWithin = ({ id }: Operation): string => (id === 'recordModelMetrics' ? 'dataset_id' : '');

/** Whether a read told what it is asked: also that a model cannot be run, as that of every world, which is told to who sees it. */
export const isToldBy = (status: number, code: string): boolean =>
  status === 200 || code === 'model_not_ready';

/** Whether somebody must be signed in. */
export const isProtected = ({ access }: Operation): boolean => access !== 'anonymous';

/** Whether it is about a dataset that the path names. */
export const isOfDataset = ({ path }: Operation): boolean => /\/(datasets|dataset-?versions)\/\{/.test(path);

/** Whether it is about an asset that the path names, of any kind. */
export const isInAsset = (operation: Operation): boolean =>
  isOfDataset(operation) || assets.some(({ area }) => operation.path.startsWith(`/api/v1/${area}/{`));

/** Whether it lists the assets of a kind. */
export const listsAssets = ({ id }: Operation): boolean =>
  assets.some(({ operations }) => operations.list.id === id);

/** Whether it addresses something of one person that is nobody else's, whatever the visibility of datasets. */
export const isOfPerson = ({ path }: Operation): boolean =>
  /\/(me|jobs)\/.*\{id\}|\/inferences\/\{(inference_)?id\}/.test(path);

export const every = (chosen: (operation: Operation) => boolean): readonly Operation[] =>
  allOperations.filter(chosen);

/** Whether it succeeds only where models can run. */
const runsModel = ({ id }: Operation): boolean =>
  /^(runModel|replayModelVersion|inferModel|getServedModel\w*Ready|tryDatasetPostProcessor)/.test(id);

/** Of these the ones that can succeed on this machine; the others are noted as left out. */
export const everyServed = (chosen: (operation: Operation) => boolean): readonly Operation[] => {
  const wanted = every(chosen);
  if (runsModels || !wanted.some(runsModel)) return wanted;
  leaveOut(MODELS_NEED);
  return wanted.filter((operation) => !runsModel(operation));
};

/** What makes two operations go the same ways through a gateway and a service. */
const kindOf = ({ method, access, body, list, upload, etag, toldOnce, replies }: Operation): string => {
  const shape = [body, list, upload].map((part) => part !== undefined);
  const caller = ['anonymous', 'administrator'].includes(access) ? access : '';
  const told = [etag, toldOnce].map((flag) => flag === true);
  return [method, caller, ...shape, ...told, Object.keys(replies).join()].join(' ');
};

/** The first of each kind: enough for what a gateway does with every operation alike. */
export const ofEachKind = (operations: readonly Operation[]): readonly Operation[] => {
  const kinds = new Map(operations.toReversed().map((operation) => [kindOf(operation), operation]));
  return operations.filter((operation) => kinds.get(kindOf(operation)) === operation);
};

/**
 * All of them on one machine, the first of each kind on the cluster, where every operation is asked once by
 * `every-operation.spec.ts`.
 */
export const asDeepOn = (
  { name }: { readonly name: string },
  operations: readonly Operation[],
): readonly Operation[] => (name === 'cluster' ? ofEachKind(operations) : operations);

/** What an operation is sent: all of it for the first of each kind, for each other one thing, in turn. */
export const sentTo = <Thing>(
  operations: readonly Operation[],
  things: readonly Thing[],
): ((operation: Operation, turn: number) => readonly Thing[]) => {
  const deep = new Set(ofEachKind(operations));
  return (operation, turn) => (deep.has(operation) ? things : [things[turn % things.length]!]);
};
