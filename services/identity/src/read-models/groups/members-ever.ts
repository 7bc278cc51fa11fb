import type { Document, DocumentsReader, Group } from '@cairn/kernel';
import { textOf } from '../text-of.js';
import { MEMBERS } from '../members/project.js';

const COUNTED = 10_000;

/** Who is in some groups, or was: rights decide what that gives. */
export const membersEver = (today: DocumentsReader) => {
  const filterOf = (groups: readonly Group[]) => ({ fields: { group_id: groups.map(({ id }) => id) } });
  return {
    /** Ids of persons by their order, behind one; some may come twice. */
    page: async (
      groups: readonly Group[],
      {
        after,
        descending,
        limit,
      }: { readonly after: string | undefined; readonly descending: boolean; readonly limit: number },
    ): Promise<readonly string[]> => {
      const found: readonly Document[] = await today.find(MEMBERS, {
        filter: filterOf(groups),
        sort: descending ? '-user_id' : 'user_id',
        // Somebody who is in all of them comes as often.
        limit: limit * groups.length,
        // Behind all documents of that person.
        ...(after === undefined ? {} : { after: { value: after, id: descending ? '' : '\uffff' } }),
      });
      return found.map((document) => textOf(document, 'user_id'));
    },
    count: (groups: readonly Group[]): Promise<number> => today.count(MEMBERS, filterOf(groups), COUNTED),
  };
};
