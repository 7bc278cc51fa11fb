import { pagesOf, type QueryContext } from '@cairn/kernel';
import type { ModelDocument } from './documents.js';
import { models } from '../models.js';

/** So many models are looked at, the newest first. */
const MOST_MODELS = 10_000;
/** So many persons are told. */
const MOST_USERS = 100;
const AT_ONCE = 500;

/** Somebody who has models of an application, and how many. */
export interface ApplicationUser {
  readonly user_id: string;
  readonly count: number;
}

/** As `modelQueries.usersOfApplication` says, by their ids. */
export const usersOfApplication = async (
  { today }: Pick<QueryContext, 'today'>,
  applicationId: string,
): Promise<readonly ApplicationUser[]> => {
  const counts = new Map<string, number>();
  let left = MOST_MODELS;
  const filter = { fields: { application_id: applicationId, deleted: false } };
  for await (const page of pagesOf(today, models.collections.assets, filter, AT_ONCE, '-created_at')) {
    for (const { user_id } of page as readonly ModelDocument[])
      counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
    left -= page.length;
    if (left <= 0) break;
  }
  return [...counts]
    .map(([user_id, count]) => ({ user_id, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_USERS);
};
