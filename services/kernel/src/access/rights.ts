import { derivedId } from '../clock/ids.js';
import type { Soon } from '../clock/soon.js';
import { scopesCover } from './principal.js';

/** What people are members of. */
export type GroupKind = 'organization' | 'team' | 'project';
export interface Group {
  readonly kind: GroupKind;
  readonly id: string;
}

/** One way in which a person holds something in a group: as what, and what that permits. */
export interface Grant {
  /** The group in which it holds. */
  readonly group: Group;
  /** Of which the person is a member: the group itself; the team that a project was given to; the organization that its administrators manage. */
  readonly through: Group;
  readonly role: { readonly id: string; readonly slug: string };
  /** `datasets:write`, each half may be `*`. */
  readonly permissions: readonly string[];
  /** When it ends, RFC 3339; absent: it does not. */
  readonly until?: string;
}

/** Whose an asset is and which groups it is in. */
export interface PlacedAsset {
  readonly userId: string;
  readonly organizationId?: string | undefined;
  readonly projectId?: string | undefined;
}

/** What a person is to the groups of one asset, as identity's streams tell it now. */
export interface Standing {
  /** In the asset's organization and in its project, also through its team. Those of a deleted or disabled group are not there. */
  readonly grants: readonly Grant[];
  /**
   * Whether the owner of the asset has an owner's rights (SPEC-21): the asset is in no organization, in a deleted one,
   * or the owner is a member of it. While a member is the owner, a private asset is nobody else's. True where it changes
   * nothing for the person (`ownerMatters`): nobody is asked then.
   */
  readonly ownerCounts: boolean;
}

/** Where lists look for what a person may see. Every row that is found there is decided. */
export interface Reach {
  /** Reader tokens, `public` and `user:<id>` among them. */
  readonly tokens: readonly string[];
  /** Whether a row that is found may be one that the person does not see. */
  readonly toBeDecided: boolean;
}

/** What a key may, as its stream tells it. */
export interface KeyFacts {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly organizationId?: string;
  /** Neither disabled, deleted nor over; one of an organization only while its owner is a member of it and it is open. */
  readonly isUsable: boolean;
}

/** Where people may hold something in an asset. */
export interface Surroundings {
  /** Its project and the team that has it. */
  readonly groups: readonly Group[];
  /** Of its organization. */
  readonly administrators: readonly string[];
  /** Its organization and its project where these are disabled or deleted: they give nobody anything. */
  readonly closed: readonly Group[];
}

/**
 * What people hold in groups now. The composition of a process fills it from the streams of identity; a service knows
 * nothing of another's. All throw `LogUnavailable` when the streams cannot be read: then nothing is granted.
 */
export interface Rights {
  /** Of a person to one asset, at once where the states are at hand; an asset in no group asks no stream. */
  standing(userId: string, asset: PlacedAsset): Soon<Standing>;
  /** What a person holds in one group; none in a group that is not there, deleted or disabled. */
  inGroup(userId: string, group: Group): Promise<readonly Grant[]>;
  reach(userId: string): Promise<Reach>;
  /** Whose a project is; `undefined` when it is not there. */
  organizationOf(projectId: string): Promise<string | undefined>;
  /** Where those are who may hold something in an asset. */
  surroundings(asset: PlacedAsset): Promise<Surroundings>;
  /** Whether an account is there and neither disabled nor erased. */
  isActive(userId: string): Promise<boolean>;
  /** `undefined` for what is no key, or is nobody's any more. */
  key(keyId: string): Promise<KeyFacts | undefined>;
  /** The same as it was at a time (RFC 3339), by the streams up to then: nothing of it is kept. */
  asOf(at: string): Rights;
}

/** The id of a role that every organization has, by its slug. */
export const systemRoleId = (slug: string): string => derivedId('role', slug);

/** Reader tokens. `within` finds what is in an organization for who may manage it, and grants nothing. */
export const tokens = {
  everybody: 'public',
  user: (id: string): string => `user:${id}`,
  organization: (id: string): string => `org:${id}`,
  project: (id: string): string => `project:${id}`,
  within: (organizationId: string): string => `within:${organizationId}`,
} as const;

/** Of an asset in no group, for anybody. */
export const ALONE: Standing = { grants: [], ownerCounts: true };

/** Whether grants permit something in any of their groups. */
export const permit = (grants: readonly Grant[], permission: string): boolean =>
  grants.some(({ permissions }) => scopesCover(permissions, permission));

/** Where nothing tells of groups, nobody is in one. */
export const noGroups: Rights = {
  standing: (_userId, { organizationId }) =>
    organizationId === undefined ? ALONE : { grants: [], ownerCounts: false },
  inGroup: async () => [],
  reach: async (userId) => ({ tokens: [tokens.everybody, tokens.user(userId)], toBeDecided: false }),
  organizationOf: async () => undefined,
  surroundings: async () => ({ groups: [], administrators: [], closed: [] }),
  isActive: async () => true,
  key: async () => undefined,
  asOf: () => noGroups,
};
