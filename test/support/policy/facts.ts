/**
 * What the reference policy decides on: who is in what, as what, until when, and where assets are. Names stand for ids, and
 * numbers for times; nothing here knows how Cairn keeps any of it.
 */
export type Name = string;

export const visibilities = ['private', 'project', 'team', 'org', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** What can be done to an asset. */
export const assetActions = ['read', 'execute', 'write', 'delete', 'share', 'transfer'] as const;
export type AssetAction = (typeof assetActions)[number];

export type GroupKind = 'organization' | 'team' | 'project';
/** A disabled group is there and gives nothing; a deleted one is not there. */
export type GroupState = 'open' | 'disabled' | 'deleted';

interface OrganizationFacts {
  readonly state: GroupState;
}
interface TeamFacts {
  readonly organization: Name;
  readonly state: GroupState;
}
export interface ProjectFacts {
  readonly organization: Name;
  readonly state: GroupState;
  /** The team that it was given to. */
  readonly team?: Name | undefined;
  /** What the members of that team are in it. */
  readonly teamRole?: Name | undefined;
}
export interface MembershipFacts {
  readonly person: Name;
  readonly group: Name;
  readonly role: Name;
  /** It counts no more from then on. */
  readonly until?: number | undefined;
}
export interface ShareFacts {
  readonly person: Name;
  readonly role: 'share_viewer' | 'share_editor';
  readonly until?: number | undefined;
  /** It waits to be accepted. */
  readonly pending?: boolean;
}
/** What kinds of assets there are here; permissions are named by them (`models:read`). */
export const assetKinds = ['dataset', 'model', 'workflow', 'graph'] as const;
export type AssetKind = (typeof assetKinds)[number];
export interface AssetFacts {
  /** A dataset when it says nothing. */
  readonly kind?: AssetKind | undefined;
  readonly owner: Name;
  readonly organization?: Name | undefined;
  readonly project?: Name | undefined;
  readonly visibility: Visibility;
  readonly shares: readonly ShareFacts[];
  readonly deleted?: boolean;
}

/** A key of somebody. */
export interface KeyFacts {
  readonly owner: Name;
  /** `datasets:read`; `*` stands for all. */
  readonly scopes: readonly string[];
  /** That it is bound to. */
  readonly organization?: Name | undefined;
  readonly state: 'good' | 'disabled' | 'deleted';
}

/** All that the policy looks at. */
export interface Facts {
  readonly now: number;
  /** Accounts that are disabled or erased. */
  readonly closed: ReadonlySet<Name>;
  readonly organizations: ReadonlyMap<Name, OrganizationFacts>;
  readonly teams: ReadonlyMap<Name, TeamFacts>;
  readonly projects: ReadonlyMap<Name, ProjectFacts>;
  /** Roles that organizations made: the permissions that they name (`datasets:read`). */
  readonly ownRoles: ReadonlyMap<Name, readonly string[]>;
  readonly memberships: readonly MembershipFacts[];
  readonly assets: ReadonlyMap<Name, AssetFacts>;
  readonly keys: ReadonlyMap<Name, KeyFacts>;
}

/** Nobody and nothing. */
export const noFacts: Facts = {
  now: 0,
  closed: new Set(),
  organizations: new Map(),
  teams: new Map(),
  projects: new Map(),
  ownRoles: new Map(),
  memberships: [],
  assets: new Map(),
  keys: new Map(),
};
