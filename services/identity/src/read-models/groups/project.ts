import {
  type DomainEvent,
  type GroupEventData,
  type GroupEventDefinitions,
  organizationEvents,
  organizationGroupEvents,
  projectEvents,
  projectGroupEvents,
  teamEvents,
  teamGroupEvents,
} from '@cairn/contracts';
import { type Change, type Json, type Projection, type ProjectedEvent, projection } from '@cairn/kernel';
import { type GroupEvent, groupEventsIn } from '../../domain/group/state.js';

export const ORGANIZATIONS = 'identity_organizations';
export const TEAMS = 'identity_teams';
export const PROJECTS = 'identity_projects';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

interface GroupView {
  readonly name: string;
  readonly collection: string;
  readonly definitions: GroupEventDefinitions;
  readonly events: Projection['events'];
  readonly indexes: Projection['collections'][number]['indexes'];
  /** What events that one kind alone has make of its document, and the internal parts of others. */
  readonly own?: (event: DomainEvent, facts: Facts) => readonly Change[];
}

const documentOf = ({ held_slug: _, ...data }: GroupEventData['created'], at: string): Fields => ({
  ...(data as object),
  logo: null,
  deleted: false,
  created_at: at,
});

const fieldsAfter = ({ does, data }: Exclude<GroupEvent, { does: 'created' }>, at: string): Fields => {
  switch (does) {
    case 'updated': {
      const { changes, held_slug: _, ...beside } = data;
      return { ...changes, ...beside };
    }
    case 'logoSet':
      return { logo: data };
    case 'logoRemoved':
      return { logo: null };
    case 'deleted':
      return { deleted: true, deleted_at: at };
    case 'restored':
      return { deleted: false, deleted_at: undefined };
    case 'slugAbandoned':
      return {};
  }
};

/** For the archive of what is stored about a person. */
const OF_MAKER = { kind: 'compound', fields: ['user_id', 'created_at'] } as const;

/** A document for each group, deleted ones too. A group that never came has none. */
const groupView = ({ name, collection, definitions, events, indexes, own }: GroupView): Projection => {
  const read = groupEventsIn(definitions);
  return projection({
    name,
    version: 2,
    collections: [{ name: collection, indexes: [...indexes, OF_MAKER] }],
    internal: ['revision', 'updated_at'],
    events,
    project: (event, facts) => {
      const { id, at, revision } = facts;
      const stamp = { updated_at: at, revision: revision.toString() };
      const told = read(event);
      if (told?.does === 'created')
        return [{ kind: 'put', collection, document: { ...documentOf(told.data, at), ...stamp, id } }];
      const fields = told === undefined ? {} : fieldsAfter(told, at);
      return [
        { kind: 'patch', collection, id, fields: { ...fields, ...stamp } },
        ...(own?.(event, facts) ?? []),
      ];
    },
  });
};

const inOrganization = ['created_at', 'updated_at', 'name'].map((field) => ({
  kind: 'compound' as const,
  fields: ['organization_id', field] as const satisfies readonly [string, ...string[]],
}));

/** Whom the stream names; `administrators.<id>` is there for each. */
const administratorsAfter = (event: DomainEvent, { id }: Facts): readonly Change[] => {
  const { OrganizationAdministratorAdded, OrganizationAdministratorRemoved } = organizationEvents;
  if (
    event.type !== OrganizationAdministratorAdded.name &&
    event.type !== OrganizationAdministratorRemoved.name
  )
    return [];
  const { user_id: userId } = event.data as { readonly user_id: string };
  const is = event.type === OrganizationAdministratorAdded.name ? true : undefined;
  return [{ kind: 'patch', collection: ORGANIZATIONS, id, fields: { [`administers.${userId}`]: is } }];
};

const organizationsView = groupView({
  name: 'identity.organizations',
  collection: ORGANIZATIONS,
  definitions: organizationGroupEvents,
  events: Object.values(organizationEvents),
  indexes: [],
  own: administratorsAfter,
});

/** `administers` holds the first administrators from the first event on; histories tell who came and went. */
export const organizations: Projection = {
  ...organizationsView,
  project: (event, facts) => {
    const changes = organizationsView.project(event, facts);
    if (event.type !== organizationEvents.OrganizationCreated.name) return changes;
    return changes.map((change) => {
      if (change.kind !== 'put') return change;
      const { administrators, ...document } = change.document;
      const ids = Array.isArray(administrators) ? administrators.map(String) : [];
      return {
        ...change,
        document: { ...document, administers: Object.fromEntries(ids.map((id) => [id, true])) },
      };
    });
  },
};

export const teams = groupView({
  name: 'identity.teams',
  collection: TEAMS,
  definitions: teamGroupEvents,
  events: Object.values(teamEvents),
  indexes: inOrganization,
});

export const projects = groupView({
  name: 'identity.projects',
  collection: PROJECTS,
  definitions: projectGroupEvents,
  events: Object.values(projectEvents),
  indexes: [
    ...inOrganization,
    { kind: 'compound', fields: ['team_id', 'created_at'] },
    { kind: 'compound', fields: ['team_role_id'] },
  ],
});
