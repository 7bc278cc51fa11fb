import type { AdminUserInfo, User } from '@cairn/contracts';
import { errorsFor, signInState } from '@cairn/identity';
import type { AdministeredList, AdministeredRecord, QueryContext } from '@cairn/kernel';
import type { Edge } from '../../call/edge.js';
import { journalOf } from './journal-of.js';
import { usageOfAccount } from './usage.js';

/** Of each list the newest. */
const MOST = 100;

/** Those that the answer has. */
const LISTS = [
  'models',
  'inferences',
  'datasets',
  'workflows',
  'graphs',
  'shares',
] as const satisfies readonly AdministeredList[];

type Lists = Readonly<Record<(typeof LISTS)[number], readonly AdministeredRecord[]>>;
/** Records are as their services tell them. */
type UserInfo = Readonly<Omit<AdminUserInfo, keyof Lists>> & Lists;

/** A person with what every service tells administrators of them. */
export const userInfo = async (edge: Edge, context: QueryContext, user: User): Promise<UserInfo> => {
  const newestFirst = { limit: MOST, sort: '-created_at' };
  const [sign_in, usage, lists, work, errors, journal] = await Promise.all([
    signInState(context, edge, user),
    usageOfAccount(context.today, user.id, edge.quotas),
    Promise.all(LISTS.map(async (list) => [list, await newest(edge, context, list, user.id)] as const)),
    edge.jobs.all(context, newestFirst, { user_id: user.id }, edge.registers),
    errorsFor(context, edge.registers, newestFirst, { user_id: user.id }),
    journalOf(edge.journal, user.id, MOST),
  ]);
  const has = Object.fromEntries(lists) as Lists;
  return { user, sign_in, usage, ...has, jobs: [...work.elements], errors: [...errors.elements], ...journal };
};

/** The newest of all services that tell of such records. */
const newest = async (
  { administered }: Pick<Edge, 'administered'>,
  context: QueryContext,
  list: AdministeredList,
  userId: string,
): Promise<readonly AdministeredRecord[]> => {
  const told = administered.filter((records) => records.list === list);
  const found = await Promise.all(told.map((records) => records.newest(context, userId, MOST)));
  const byId = new Map(found.flat().map((record) => [record.id, record]));
  return [...byId.values()].sort(lastFirst).slice(0, MOST);
};

const lastFirst = (one: AdministeredRecord, other: AdministeredRecord): number =>
  compared(other.created_at, one.created_at) || compared(other.id, one.id);

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
