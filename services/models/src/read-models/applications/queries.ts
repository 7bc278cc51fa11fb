import type { AdminApplicationDetail, Application, HistoryEntry } from '@cairn/contracts';
import {
  type Document,
  type Filter,
  findsNothing,
  historyPage,
  type HistorySource,
  mapPage,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { application } from '../../domain/application/state.js';
import { APPLICATIONS, applicationsProjection } from './project.js';

interface ApplicationDocument extends Document, Application {
  readonly revision: string;
  readonly deleted: boolean;
}

export interface ApplicationFilters {
  readonly q?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The applications that are not deleted; who lists those that are offered asks for `disabled: false`. */
export const applications = async (
  { documents }: QueryContext,
  page: PageRequest,
  { q, ...fields }: ApplicationFilters = {},
): Promise<Page<Application>> => {
  if (findsNothing(q)) return NOTHING;
  const filter: Filter = {
    fields: { deleted: false, ...sent(fields) },
    ...wordsIn(q),
  };
  return mapPage(await pageOf(documents, APPLICATIONS, filter, page), (document) =>
    resourceOf(document as ApplicationDocument),
  );
};

/** One application; `undefined` when there is none, or when it is deleted and nobody asks for those. */
export const applicationById = async (
  { documents }: QueryContext,
  id: string,
  deleted?: { readonly deletedToo: boolean },
): Promise<Versioned<Application> | undefined> => {
  const document = (await documents.get(APPLICATIONS, id)) as ApplicationDocument | undefined;
  if (document === undefined || (document.deleted && deleted?.deletedToo !== true)) return undefined;
  return {
    resource: resourceOf(document),
    revision: document.revision,
    streams: [`${application.category}-${id}`],
  };
};

/** With those who have models of it: nobody, as long as there are no models. */
export const applicationDetail = async (
  context: QueryContext,
  id: string,
): Promise<Versioned<AdminApplicationDetail> | undefined> => {
  const found = await applicationById(context, id);
  return found && { ...found, resource: { ...found.resource, user_info: [] } };
};

/** A page of its events up to the point in time that is read, of a deleted one too. */
export const applicationHistory = async (
  source: HistorySource,
  context: QueryContext,
  id: string,
  page: PageRequest,
): Promise<Page<HistoryEntry> | undefined> => {
  if ((await applicationById(context, id, { deletedToo: true })) === undefined) return undefined;
  const { pointInTime, past } = context;
  const stream = `${application.category}-${id}`;
  return historyPage(
    {
      ...source,
      pointInTime,
      past,
      stream,
      id,
      collection: APPLICATIONS,
      projection: applicationsProjection,
    },
    page,
  );
};

/** What serves queries is no part of the resource. */
const resourceOf = ({
  revision: _revision,
  deleted: _deleted,
  deleted_at: _deletedAt,
  words: _words,
  ...resource
}: ApplicationDocument): Application => resource;
