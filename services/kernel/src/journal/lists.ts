import type { AccessLog } from '@cairn/contracts';
import type { Page, PageRequest } from '../paging/page.js';
import { AFTER_ALL, BEFORE_ALL, beforeIdsOf } from './entry-ids.js';
import { examine } from './examine.js';
import type { AccessFilter } from './port.js';
import type { AccessRange, AccessRow, JournalStore } from './store.js';

/** A page of accesses: by the id, which tells the time. */
export const listAccesses = async (
  store: JournalStore,
  filter: AccessFilter,
  page: PageRequest,
): Promise<Page<AccessLog>> => {
  const descending = page.sort.startsWith('-');
  const of = rowsOf(filter);
  const above = filter.from === undefined ? BEFORE_ALL : beforeIdsOf(Date.parse(filter.from));
  const below = filter.to === undefined ? AFTER_ALL : beforeIdsOf(Date.parse(filter.to));
  const found = await examine<AccessRow>(
    {
      read: (after, limit) =>
        store.accesses({
          ...(of === undefined ? {} : { of }),
          above: !descending && after !== undefined && after.id > above ? after.id : above,
          below: descending && after !== undefined && after.id < below ? after.id : below,
          descending,
          limit,
        }),
      fits: (row) => isWanted(row, filter),
      placeOf: ({ entry }) => ({ value: entry.created_at, id: entry.id }),
    },
    page,
  );
  return { ...found, elements: found.elements.map(({ entry }) => entry) };
};

/** A person has fewer entries than an organization, as a rule. */
const rowsOf = ({ userId, organizationId, audited }: AccessFilter): AccessRange['of'] => {
  if (userId !== undefined) return { key: 'user', value: userId };
  if (organizationId === undefined) return undefined;
  return { key: audited === true ? 'audited' : 'organization', value: organizationId };
};

const isWanted = ({ entry, isAct, isRefused }: AccessRow, filter: AccessFilter): boolean =>
  isSame(filter.userId, entry.user_id) &&
  isSame(filter.organizationId, entry.organization_id) &&
  isSame(filter.status, entry.status) &&
  isSame(filter.method, entry.method) &&
  isSame(filter.refused, isRefused) &&
  (filter.audited !== true || isAct || isRefused);

const isSame = <Value>(wanted: Value | undefined, value: Value | undefined): boolean =>
  wanted === undefined || wanted === value;
