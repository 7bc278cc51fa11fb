import { datasets } from '@cairn/datasets';
import { graphs } from '@cairn/graphs';
import { accessReview, membersEver } from '@cairn/identity';
import {
  type Documents,
  documentsAsOf,
  type DocumentsReader,
  type EventLog,
  isRefusal,
  type PageRequest,
  type Principal,
  type QueryContext,
  type Rights,
  type Service,
  timestamp,
  type Vault,
} from '@cairn/kernel';
import { models } from '@cairn/models';
import { workflows } from '@cairn/workflows';

/** Every kind of asset, as the model calls them. */
const KINDS = { dataset: datasets, model: models, workflow: workflows, graph: graphs } as const;
type Kind = keyof typeof KINDS;
interface Named {
  readonly kind: Kind;
  readonly id: string;
}
type ListQuery = NonNullable<Parameters<typeof datasets.queries.list>[2]>;

const PAGE: PageRequest = { limit: 100, sort: 'created_at' };
const BY_ID: PageRequest = { limit: 100, sort: 'id' };
const REVIEW: PageRequest = { limit: 1000, sort: 'at' };

/** What read models and streams are asked by. */
export interface Sources {
  readonly documents: Documents;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly rights: Rights;
  readonly services: readonly Service[];
  readonly now: () => number;
}

/** What people and keys are told who ask, without a gateway. */
export class Reading {
  constructor(private readonly sources: Sources) {}

  #now(principal: Principal): QueryContext {
    const { documents, rights, now } = this.sources;
    return { principal, rights, documents, today: documents, at: timestamp(now()) };
  }
  /** Collections that several streams feed are shown as they are now. */
  #asOf(principal: Principal, at: string): QueryContext {
    const { documents: today, log, vault, services } = this.sources;
    const now = this.#now(principal);
    const collections = services.flatMap(({ timeTravelled = [] }) => timeTravelled);
    const pointInTime = { at };
    const then = documentsAsOf({ log, vault, today, collections, pointInTime, reader: now });
    const known = new Set(collections.map(({ collection }) => collection));
    const of = (collection: string): DocumentsReader => (known.has(collection) ? then : today);
    const documents: DocumentsReader = {
      get: (collection, id) => of(collection).get(collection, id),
      getMany: (collection, ids) => of(collection).getMany(collection, ids),
      getSome: (collection, ids, mostBytes) => of(collection).getSome(collection, ids, mostBytes),
      find: (collection, wanted) => of(collection).find(collection, wanted),
      findPage: (collection, wanted) => of(collection).findPage(collection, wanted),
      count: (collection, filter, limit) => of(collection).count(collection, filter, limit),
    };
    return { ...now, documents, pointInTime };
  }

  async read(who: Principal, { kind, id }: Named) {
    return (await KINDS[kind].queries.byId(this.#now(who), id))?.resource;
  }
  async actions(
    who: Principal,
    { kind, id }: Named,
    { as_of, ...about }: { readonly user_id?: string; readonly api_key_id?: string; readonly as_of?: string },
  ): Promise<readonly string[] | undefined> {
    const context = as_of === undefined ? this.#now(who) : this.#asOf(who, as_of);
    const told = await KINDS[kind].reads.explain(context, id, about);
    return isRefusal(told) ? undefined : told.actions;
  }
  async whoSees(who: Principal, { kind, id }: Named) {
    const { documents } = this.sources;
    const told = await KINDS[kind].reads.whoSees(this.#now(who), id, BY_ID, membersEver(documents));
    return isRefusal(told) ? undefined : told.elements;
  }
  async list(who: Principal, kind: Kind, query: ListQuery) {
    const { elements, total } = await KINDS[kind].queries.list(this.#now(who), PAGE, query);
    return { shown: elements, total };
  }
  async count(who: Principal, kind: Kind, project: string): Promise<number> {
    return (await KINDS[kind].reads.counted.inProjects(this.#now(who), [project])).get(project) ?? 0;
  }
  async review(who: Principal, organization: string): Promise<readonly string[] | undefined> {
    const kinds = Object.values(KINDS).map(({ accessChanges }) => accessChanges);
    const told = await accessReview(this.#now(who), organization, REVIEW, {}, kinds);
    return told === undefined || isRefusal(told) ? undefined : told.elements.map(({ at }) => at);
  }
}
