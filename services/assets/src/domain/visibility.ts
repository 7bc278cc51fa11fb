import type { ReaderRecord, Visibility } from '@cairn/contracts';
import { type Refusal, refuse, tokens } from '@cairn/kernel';
import type { KnownAsset } from './state.js';

/** Which groups an asset belongs to; null stands for none. */
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
 * What `public` and `visibility` of a body make of an asset (SPEC-4): they may not disagree; one
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

/** Whether the visibility names a group that the asset is not in (SPEC-4). */
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
type Shown = Placed & Pick<KnownAsset, 'history_from'>;

/** Whether it changes who sees the asset or how much of its past: only who may share it changes that. */
export const isShownToOthers = (before: Shown, after: Shown): boolean =>
  after.history_from !== before.history_from ||
  after.visibility !== before.visibility ||
  after.organization_id !== before.organization_id ||
  after.project_id !== before.project_id;

/** Everyone who may read an asset: its owner, who its visibility names, and those it is shared with. */
export const readersAfter = (
  asset: Pick<KnownAsset, 'user_id' | 'visibility' | 'organization_id' | 'project_id'>,
  present: readonly ReaderRecord[],
): ReaderRecord[] => [
  { token: tokens.user(asset.user_id) },
  ...groupReaders(asset),
  ...present.filter((reader) => reader.role !== undefined),
];

/** Who may see what a project may see, what its organization may see, what everybody may see: each includes those before. */
const groupReaders = ({ visibility, organization_id, project_id }: Placed): readonly ReaderRecord[] => {
  const named = [
    ...(visibility === 'public' ? [tokens.everybody] : []),
    ...(organization_id === null ? [] : [tokens.within(organization_id)]),
    ...(organization_id !== null && OPEN_TO_ORGANIZATION.has(visibility)
      ? [tokens.organization(organization_id)]
      : []),
    ...(project_id !== null && visibility !== 'private' ? [tokens.project(project_id)] : []),
  ];
  return named.map((token) => ({ token }));
};
const OPEN_TO_ORGANIZATION: ReadonlySet<Visibility> = new Set(['org', 'public']);
