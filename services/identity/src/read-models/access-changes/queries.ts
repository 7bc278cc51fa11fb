import type { AccessChange } from '@cairn/contracts';
import {
  createdBetween,
  type Document,
  isRefusal,
  mapPage,
  mergedPages,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Refusal,
} from '@cairn/kernel';
import { ORGANIZATIONS, PROJECTS, TEAMS } from '../groups/project.js';
import { readableGroup } from '../groups/readable.js';
import { ROLES } from '../roles/project.js';
import { textOf } from '../text-of.js';
import { ACCESS_CHANGES, ACCOUNT_CHANGES } from './project.js';

/** What changed about assets of one kind. */
export interface AssetChanges {
  /** The kind, as a subject of a change. */
  readonly called: AccessChange['subject']['kind'];
  readonly collection: string;
  /** The names of those that the caller may know of, by their ids. */
  namesOf(context: QueryContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const COLLECTIONS: Readonly<Record<string, string>> = {
  organization: ORGANIZATIONS,
  team: TEAMS,
  project: PROJECTS,
  role: ROLES,
};

/** A page of what changed between two times, of the organization's groups and of its assets; nothing is of the future. */
export const accessReview = async (
  context: QueryContext,
  organizationId: string,
  page: PageRequest,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  kinds: readonly AssetChanges[],
): Promise<Page<AccessChange> | Refusal | undefined> => {
  const group = { kind: 'organization', id: organizationId } as const;
  const found = await readableGroup(context, group, 'organizations:review');
  if (found === undefined || isRefusal(found)) return found;
  const until = to === undefined || to > context.at ? context.at : to;
  const between = createdBetween({ from, to: until });
  const filter = { fields: { organization_id: organizationId, ...between } };
  const asked = { ...page, sort: page.sort.replace('at', 'created_at') };
  const read = async (collection: string, called?: string): Promise<Page<Document>> =>
    mapPage(await pageOf(context.today, collection, filter, asked), (document) =>
      called === undefined ? document : { ...document, subject_kind: called },
    );
  const isSeen = concerns(context, organizationId, [ACCESS_CHANGES, ...kinds.map((kind) => kind.collection)]);
  const pages = await Promise.all([
    read(ACCESS_CHANGES),
    pageOf(context.today, ACCOUNT_CHANGES, { fields: between }, asked, { isSeen }),
    ...kinds.map(({ collection, called }) => read(collection, called)),
  ]);
  const merged = mergedPages(pages, asked);
  const names = await namesOf(context, merged.elements, kinds);
  return mapPage(merged, (document) => changeShown(document, names));
};

/** Whether somebody whose account changed had been named in what changed in an organization: as a member, by a share. */
const concerns =
  ({ today }: QueryContext, organization_id: string, collections: readonly string[]) =>
  async (change: Document): Promise<boolean> => {
    const [user_id, to] = [textOf(change, 'user_id'), textOf(change, 'created_at')];
    const filter = { fields: { organization_id, user_id, ...createdBetween({ to }) } };
    const counts = await Promise.all(collections.map((collection) => today.count(collection, filter, 1)));
    return counts.some((count) => count > 0);
  };

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** By kind and id. */
const namesOf = async (
  context: QueryContext,
  changes: readonly Document[],
  kinds: readonly AssetChanges[],
): Promise<Names> => {
  const ids = new Map<string, Set<string>>();
  for (const change of changes) {
    const kind = textOf(change, 'subject_kind');
    ids.set(kind, (ids.get(kind) ?? new Set()).add(textOf(change, 'subject_id')));
  }
  const named = await Promise.all(
    [...ids].map(async ([kind, wanted]) => {
      const assets = kinds.find(({ called }) => called === kind);
      const read = assets?.namesOf.bind(assets) ?? groupNames(COLLECTIONS[kind]);
      return [kind, await read(context, [...wanted])] as const;
    }),
  );
  return new Map(named);
};

/** Accounts are told by `user_id` alone: who is in no organization with the reader keeps the name. */
const groupNames =
  (collection: string | undefined) =>
  async ({ today }: QueryContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const groups = collection === undefined ? [] : await today.getMany(collection, ids);
    return new Map(groups.map((group) => [group.id, textOf(group, 'name')]));
  };

const changeShown = (change: Document, names: Names): AccessChange => {
  const kind = textOf(change, 'subject_kind') as AccessChange['subject']['kind'];
  const id = textOf(change, 'subject_id');
  const name = names.get(kind)?.get(id);
  return {
    id: change.id,
    at: textOf(change, 'created_at'),
    kind: textOf(change, 'kind') as AccessChange['kind'],
    ...optional(change, 'user_id'),
    subject: { kind, ...(name === undefined ? {} : { id, name }) },
    ...optional(change, 'before'),
    ...optional(change, 'after'),
    by: { kind: textOf(change, 'by_kind'), id: textOf(change, 'by_id') },
  };
};

const optional = (change: Document, field: string): Readonly<Record<string, string>> => {
  const text = textOf(change, field);
  return text === '' ? {} : { [field]: text };
};
