/** What the reference policy expects of every operation on something that its path names, for everybody. */
import { allOperations, type Operation } from '@cairn/contracts';
import { type Right, RIGHTS } from '../rights.js';
import { parameterNames, partOf } from '../world.js';
import type { Company, PrincipalName } from './company.js';
import type { AssetAction, Facts, GroupKind, Visibility } from './facts.js';
import { actionsOn, refusalIn, refusalOn } from './policy.js';

const isOfSomething = (operation: Operation): boolean =>
  operation.id === 'getEventData' ||
  parameterNames(operation).some((name) => partOf(operation, name) !== undefined);

/** Every operation with an id of something in its path, but those that are a secret's: who has it may. */
export const idPaths: readonly Operation[] = allOperations.filter(
  (operation) => isOfSomething(operation) && !operation.path.includes('_token}'),
);

export const rightOf = ({ id }: Operation): Right => {
  const row = RIGHTS.get(id);
  if (row === undefined) throw new Error(`test/support/rights.ts has no row for ${id}`);
  return row[0];
};

const ACTIONS: Readonly<Partial<Record<Right, AssetAction>>> = {
  read: 'read',
  execute: 'execute',
  write: 'write',
  delete: 'delete',
  share: 'share',
  'who sees it': 'share',
};

/** Whether what it names is a dataset or in one, so that the visibility counts. */
export const isOfAsset = (operation: Operation): boolean =>
  ACTIONS[rightOf(operation)] !== undefined ||
  /^(read|cancel) (job|event)$|execution$/.test(rightOf(operation));

/** The group that a path is about, as the facts call it; a role is its organization's. */
const groupIn = ({ path }: Operation): { readonly kind: GroupKind; readonly group: string } => {
  if (path.includes('/teams/')) return { kind: 'team', group: 'team' };
  if (path.includes('/projects/')) return { kind: 'project', group: 'project' };
  return { kind: 'organization', group: 'firm' };
};

interface Cell {
  readonly operation: Operation;
  readonly who: PrincipalName;
  readonly visibility: Visibility;
}

/** What a job and an event have an address of their own for: who does not see the dataset is told that they are not there. */
const ofItsOwnAddress = (facts: Facts, { operation, who, visibility }: Cell): string => {
  const may = actionsOn(facts, who, facts.assets.get(visibility)!);
  const missing = rightOf(operation) === 'read event' ? 'not_found' : 'job_not_found';
  if (!may.has('read')) return missing;
  return rightOf(operation) === 'cancel job' && !may.has('write') ? 'forbidden' : 'allowed';
};

/** The owner of the worlds executed; who may only read a workflow knows of no execution of somebody else. */
const ofExecution = (facts: Facts, { operation, who, visibility }: Cell): string => {
  if (who === 'the owner') return 'allowed';
  if (!actionsOn(facts, who, facts.assets.get(visibility)!).has('write')) return 'not_found';
  return rightOf(operation) === 'own execution' ? 'forbidden' : 'allowed';
};

const onAsset = (facts: Facts, cell: Cell): string => {
  if (/execution$/.test(rightOf(cell.operation))) return ofExecution(facts, cell);
  const action = ACTIONS[rightOf(cell.operation)];
  return action === undefined
    ? ofItsOwnAddress(facts, cell)
    : (refusalOn(facts, cell.who, facts.assets.get(cell.visibility)!, action) ?? 'allowed');
};

/** SPEC-26: the owner of the worlds made them, as a member; a share shows no inference of somebody else. */
const ofInference = (facts: Facts, { operation, who, visibility }: Cell): string => {
  if (who === 'the owner') return 'allowed';
  const byRole = { ...facts.assets.get(visibility)!, shares: [] };
  if (!actionsOn(facts, who, byRole).has('write')) return 'not_found';
  return rightOf(operation) === 'own inference' ? 'forbidden' : 'allowed';
};

/** Everybody may leave what they are in; the member of the worlds is the owner. */
const isLeaving = ({ operation: { method, path }, who }: Cell): boolean =>
  method === 'DELETE' && path.endsWith('/members/{user_id}') && who === 'the owner';

/** What a group was is for who may change it. */
const isOfThePast = (operation: Operation): boolean => rightOf(operation) === 'past of the group';

const inGroup = (facts: Facts, cell: Cell): string => {
  const [, permission = ''] = RIGHTS.get(cell.operation.id) ?? [];
  if (isLeaving(cell)) return 'allowed';
  const needed = isOfThePast(cell.operation) ? permission.replace(':read', ':write') : permission;
  return refusalIn(facts, cell.who, groupIn(cell.operation), needed) ?? 'allowed';
};

/** What is one person's, or nobody's, whatever groups there are. */
const ofPerson = (right: Right, who: PrincipalName): string =>
  right === 'of everybody' || who === 'the owner' ? 'allowed' : 'not_found';

/** The code with which an operation is refused to somebody, or that it is `allowed`. */
export const expectedOf = ({ facts }: Pick<Company, 'facts'>, cell: Cell): string => {
  const { operation, who } = cell;
  const right = rightOf(operation);
  if (right === 'anybody') return 'allowed';
  if (facts.closed.has(who)) return 'unauthenticated';
  if (isOfAsset(operation)) return onAsset(facts, cell);
  if (right === 'administrator') return 'administrator_required';
  if (/inference/.test(right)) return ofInference(facts, cell);
  if (/group/.test(right)) return inGroup(facts, cell);
  return ofPerson(right, who);
};

/** What kind of path it is: what is done there, and whether to the asset itself, in it, or to a group. */
const kindOf = (operation: Operation): string =>
  [
    rightOf(operation),
    operation.method,
    operation.path.split('/')[3] ?? '',
    operation.path.includes('/versions') ? 'within' : '',
    operation.path.endsWith('}') ? 'one' : 'of it',
  ].join(' ');

/** One operation of each kind: read, written, deleted, shared, listed; itself, in it. */
export const oneOfEachKind: readonly Operation[] = [
  ...new Map([...idPaths].reverse().map((operation) => [kindOf(operation), operation])).values(),
].reverse();
