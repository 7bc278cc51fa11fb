import type { ReaderRecord, Visibility } from '@cairn/contracts';
import { type Principal, readersOf, type Refusal, refuse } from '@cairn/kernel';
import type { KnownDataset } from './state.js';

/** Which groups a dataset belongs to; null stands for none. */
export interface Groups {
  readonly organization_id: string | null;
  readonly project_id: string | null;
}

export interface Seen {
  readonly public: boolean;
  readonly visibility: Visibility;
}

interface VisibilityInput {
  readonly public?: boolean | undefined;
  readonly visibility?: Visibility | undefined;
}

/**
 * What `public` and `visibility` of a body make of a dataset (decisions, section 7, 4): they may not disagree; one
 * alone sets the other.
 */
export const visibilityAfter = (current: Seen, input: VisibilityInput): Seen | Refusal => {
  const { public: isPublic, visibility } = input;
  if (visibility !== undefined) {
    if (isPublic !== undefined && isPublic !== (visibility === 'public'))
      return refuse('visibility_contradiction', '`visibility` and `public` disagree.');
    return { public: visibility === 'public', visibility };
  }
  if (isPublic === undefined || isPublic === current.public)
    return { public: current.public, visibility: current.visibility };
  return { public: isPublic, visibility: isPublic ? 'public' : 'private' };
};

/** Whether the visibility names a group that the dataset is not in (decisions, section 7, 4). */
export const groupMissing = (visibility: Visibility, groups: Groups): Refusal | undefined => {
  const missing =
    (visibility === 'org' && groups.organization_id === null && 'organization_id') ||
    ((visibility === 'project' || visibility === 'team') && groups.project_id === null && 'project_id');
  return missing
    ? refuse('visibility_without_scope', `Visibility ${visibility} needs ${missing}.`, [
        { pointer: `/${missing}`, code: 'required', message: `visibility ${visibility} needs it` },
      ])
    : undefined;
};

type Placed = Groups & Pick<Seen, 'visibility'>;
type Shown = Placed & Pick<KnownDataset, 'history_from'>;

/** Whether it changes who sees the dataset or how much of its past: only who may share it changes that. */
export const isShownToOthers = (before: Shown, after: Shown): boolean =>
  after.history_from !== before.history_from ||
  after.visibility !== before.visibility ||
  after.organization_id !== before.organization_id ||
  after.project_id !== before.project_id;

interface GroupsInput {
  readonly organization_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

/**
 * The groups that a body may put a dataset into. A group that the caller is not in is ignored like every field that is
 * not its to set (S6); what a key of an organization makes belongs to that organization.
 */
export const groupsAfter = (current: Groups, input: GroupsInput, principal: Principal): Groups => ({
  organization_id:
    principal.organizationId ??
    groupAfter(current.organization_id, input.organization_id, (id) =>
      principal.tokens.includes(`org:${id}`),
    ),
  project_id: groupAfter(current.project_id, input.project_id, (id) =>
    principal.tokens.includes(`project:${id}`),
  ),
});

const groupAfter = (
  current: string | null,
  wanted: string | null | undefined,
  isMember: (id: string) => boolean,
): string | null => {
  if (wanted === undefined) return current;
  if (wanted === null || wanted === '') return null;
  return wanted === current || isMember(wanted) ? wanted : current;
};

/** Everyone who may read a dataset: its owner, who its visibility names, and those it is shared with. */
export const readersAfter = (
  dataset: Pick<KnownDataset, 'user_id' | 'visibility' | 'organization_id' | 'project_id'>,
  present: readonly ReaderRecord[],
): ReaderRecord[] => [
  ...readersOf({ userId: dataset.user_id, visibility: dataset.visibility }),
  ...groupReaders(dataset),
  ...present.filter((reader) => reader.role !== undefined),
];

const groupReaders = ({ visibility, organization_id, project_id }: Placed) => {
  if (visibility === 'org' && organization_id !== null) return [{ token: `org:${organization_id}` }];
  if (visibility === 'project' && project_id !== null) return [{ token: `project:${project_id}` }];
  if (visibility === 'team' && project_id !== null) return [{ token: `project-team:${project_id}` }];
  return [];
};
