import type { AccessRow } from '@cairn/contracts';
import {
  type Group,
  isRefusal,
  type Page,
  type PageRequest,
  type QueryContext,
  type Refusal,
  tokens,
  userPrincipal,
} from '@cairn/kernel';
import { type AssetName, placeOf } from '../domain/access.js';
import type { AssetDocument } from './document.js';
import { comerOf, type Readable, rightsThen, sharable } from './explaining.js';

/** Who has ever been in some groups. */
export interface MembersEver {
  /** Ids of persons in their order, behind one; at most so many. */
  page(
    groups: readonly Group[],
    order: { readonly after: string | undefined; readonly descending: boolean; readonly limit: number },
  ): Promise<readonly string[]>;
  /** How many memberships there are, up to a bound. */
  count(groups: readonly Group[]): Promise<number>;
}

type Kept = AssetName & { readonly collection: string };
const EVERYBODY = 'everybody';
/** So many are decided at once. */
const AT_ONCE = 50;

/** Who can see an asset, at the moment that is read: whole organizations as one row, everybody as one. For who may share it. */
export const whoSees =
  (its: Kept, readable: Readable) =>
  async (
    context: QueryContext,
    id: string,
    page: PageRequest,
    members: MembersEver,
  ): Promise<Page<AccessRow> | Refusal> => {
    const document = await sharable(its, readable, context, id);
    if (isRefusal(document)) return document;
    const listed = new Listing(its, document, rightsThen(context), members);
    return listed.page(page);
  };

/** One page of one list. Persons who have ever come close are looked at; those who do not see it are left out. */
class Listing {
  constructor(
    private readonly its: Kept,
    private readonly document: AssetDocument,
    private readonly then: ReturnType<typeof rightsThen>,
    private readonly members: MembersEver,
  ) {}

  async page({ limit, sort, after }: PageRequest): Promise<Page<AccessRow>> {
    const descending = sort.startsWith('-');
    const { groups, administrators, closed } = await this.then.rights.surroundings(placeOf(this.document));
    const known = [...new Set([...this.#wide(closed), ...this.#persons(), ...administrators])];
    const order = { after: after?.id, descending, limit: limit + 1 };
    const ever = groups.length === 0 ? [] : await this.members.page(groups, order);
    const candidates = inOrder([...known, ...ever], order);
    const looked = candidates.slice(0, limit);
    const elements = await this.#rowsOf(looked);
    const last = candidates.length > limit ? looked.at(-1) : undefined;
    if (after === undefined && last === undefined)
      return { elements, total: elements.length, totalExact: true };
    const total = known.length + (groups.length === 0 ? 0 : await this.members.count(groups));
    return {
      elements,
      ...(last === undefined ? {} : { next: { value: last, id: last } }),
      total,
      totalExact: false,
    };
  }

  /** Rows that stand for many. */
  #wide(closed: readonly Group[]): readonly string[] {
    const { visibility, organization_id } = this.document;
    const isShown = visibility === 'org' || visibility === 'public';
    return [
      ...(visibility === 'public' ? [EVERYBODY] : []),
      ...(organization_id !== undefined && isShown && closed.every(({ id }) => id !== organization_id)
        ? [organization_id]
        : []),
    ];
  }

  /** Whom the asset itself names: its owner, and those it is shared with. */
  #persons(): readonly string[] {
    const prefix = tokens.user('');
    return this.document.readers
      .filter(({ token }) => token.startsWith(prefix))
      .map(({ token }) => token.slice(prefix.length));
  }

  async #rowsOf(ids: readonly string[]): Promise<readonly AccessRow[]> {
    const rows: AccessRow[] = [];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => this.#rowOf(id)));
      rows.push(...some.filter((row) => row !== undefined));
    }
    return rows;
  }

  async #rowOf(id: string): Promise<AccessRow | undefined> {
    if (id === EVERYBODY) return { ...WIDE, id, kind: 'everybody' };
    if (id === this.document.organization_id)
      return { ...WIDE, id, kind: 'organization', organization_id: id };
    const person = userPrincipal({ id, administrator: false }, '');
    const { actions, ways } = await comerOf(this.its, this.document, person, this.then);
    return actions.length === 0
      ? undefined
      : { id, kind: 'person', user_id: id, actions: [...actions], ways: [...ways] };
  }
}

/** Each once, behind one. */
const inOrder = (
  ids: readonly string[],
  { after, descending }: { readonly after: string | undefined; readonly descending: boolean },
): readonly string[] => {
  const isBehind = (id: string): boolean => after === undefined || (descending ? id < after : id > after);
  const sorted = [...new Set(ids.filter(isBehind))].sort();
  return descending ? sorted.reverse() : sorted;
};

/** What everybody may whom a visibility lets in; a role may give more. */
const WIDE = { actions: ['read', 'execute'], ways: [] };
