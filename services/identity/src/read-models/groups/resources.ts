import type { JsonObject, Organization, Plan, Project, Team } from '@cairn/contracts';
import { type Document, type QueryContext, scopesCover } from '@cairn/kernel';
import { textOf } from '../text-of.js';
import { described } from './described.js';
import { GROUP_COUNTS } from './counts.js';

export interface Counts {
  readonly members: number;
  readonly projects: number;
}

/** The counts of some groups, in one query. */
export const countsOf = async (
  { today }: Pick<QueryContext, 'today'>,
  ids: readonly string[],
): Promise<(id: string) => Counts> => {
  const found = new Map((await today.getMany(GROUP_COUNTS, ids)).map((document) => [document.id, document]));
  return (id) => {
    const counts = found.get(id);
    return { members: Number(counts?.['members'] ?? 0), projects: Number(counts?.['projects'] ?? 0) };
  };
};

const fieldsOf = (resource: string, document: Document, { members }: Counts) => {
  const hasLogo = typeof document['logo'] === 'object' && document['logo'] !== null;
  return {
    ...described(document),
    has_logo: hasLogo,
    logo: hasLogo ? `/api/v1/${resource}/${document.id}/logo` : '',
    member_count: members,
  };
};

/** Settings may say how people sign in: they are shown to who may change them. */
export const organizationOf = (
  document: Document,
  counts: Counts,
  held: readonly string[],
): Organization => ({
  ...fieldsOf('organizations', document, counts),
  settings: scopesCover(held, 'organizations:write') ? (document['settings'] as JsonObject) : {},
  plan: textOf(document, 'plan') as Plan,
  disabled: document['disabled'] === true,
  project_count: counts.projects,
});

export const teamOf = (document: Document, counts: Counts, organizationName: string): Team => ({
  ...fieldsOf('teams', document, counts),
  organization_id: textOf(document, 'organization_id'),
  organization_name: organizationName,
});

const optional = (document: Document, field: 'team_id' | 'team_role_id') => {
  const text = textOf(document, field);
  return text === '' ? {} : { [field]: text };
};

export const projectOf = (document: Document, counts: Counts): Project => ({
  ...fieldsOf('projects', document, counts),
  organization_id: textOf(document, 'organization_id'),
  user_id: textOf(document, 'user_id'),
  ...optional(document, 'team_id'),
  ...optional(document, 'team_role_id'),
  disabled: document['disabled'] === true,
  // Of assets that other services have: the edge composes them.
  dataset_count: 0,
  model_count: 0,
  workflow_count: 0,
  graph_count: 0,
});
