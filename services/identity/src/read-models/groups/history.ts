import type { GroupKindName, HistoryEntry } from '@cairn/contracts';
import {
  historyPage,
  type HistorySource,
  isRefusal,
  type Page,
  type PageRequest,
  type Projection,
  type QueryContext,
  type Refusal,
} from '@cairn/kernel';
import { organizations, projects, teams } from './project.js';
import { collectionOf, groupThen, pastRefusal } from './readable.js';

const projectionOf: Readonly<Record<GroupKindName, Projection>> = {
  organization: organizations,
  team: teams,
  project: projects,
};

/** A page of the events of a group, a deleted one too, for who may change it; `undefined` for who may not know of it. */
export const groupHistory = async (
  source: HistorySource,
  context: QueryContext,
  kind: GroupKindName,
  id: string,
  page: PageRequest,
): Promise<Page<HistoryEntry> | Refusal | undefined> => {
  const found = await groupThen(context, { kind, id }, `${kind}s:read`, { deletedToo: true });
  if (found === undefined || isRefusal(found)) return found;
  const refusal = pastRefusal(found.held, `${kind}s`);
  if (refusal !== undefined) return refusal;
  const { pointInTime, past } = context;
  const [collection, projection] = [collectionOf[kind], projectionOf[kind]];
  return historyPage(
    { ...source, pointInTime, past, stream: `${kind}-${id}`, id, collection, projection },
    page,
  );
};
