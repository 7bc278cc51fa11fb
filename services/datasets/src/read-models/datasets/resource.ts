import type { Dataset, DatasetVersion } from '@cairn/contracts';
import type { Reading } from '@cairn/kernel';
import type { DatasetDocument, VersionHead } from '../documents.js';

/** Where the logo of a dataset is. */
export const logoPath = (datasetId: string): string => `/api/v1/datasets/${datasetId}/logo`;

/** A dataset as this caller sees it; `versions` are those that are seen, oldest first. */
export const datasetResource = <Version extends VersionHead>(
  document: DatasetDocument,
  versions: readonly Version[],
  reading: Pick<Reading, 'principal' | 'at'>,
  versionOf: (version: Version) => DatasetVersion,
): Dataset => {
  const active = activeVersion(document, versions);
  return {
    id: document.id,
    created_at: document.created_at,
    updated_at: document.updated_at,
    name: document.name,
    description: document.description,
    notes: document.notes,
    user_id: document.user_id,
    has_logo: document.logo !== null,
    logo: document.logo === null ? '' : logoPath(document.id),
    public: document.public,
    ...sharedWith(document, reading),
    ...(document.organization_id === undefined ? {} : { organization_id: document.organization_id }),
    ...(document.project_id === undefined ? {} : { project_id: document.project_id }),
    visibility: document.visibility,
    versions: versions.map(versionOf),
    ...(active === undefined ? {} : { active_version_id: active }),
    multi_label: document.multi_label,
    default_splits: document.default_splits,
    content_type: document.content_type,
    ...(document.history_from === undefined ? {} : { history_from: document.history_from }),
  };
};

/** The version that was set when it is there, else the newest (trap 4). */
const activeVersion = (document: DatasetDocument, versions: readonly VersionHead[]): string | undefined =>
  versions.some(({ id }) => id === document.active_version_id)
    ? document.active_version_id
    : versions.at(-1)?.id;

/** Whether a share names the caller, and as what. */
const sharedWith = (
  { user_id, readers }: DatasetDocument,
  { principal, at }: Pick<Reading, 'principal' | 'at'>,
): Pick<Dataset, 'shared_with_me' | 'share_role'> => {
  if (user_id === principal.userId) return { shared_with_me: false };
  const roles = readers
    .filter(({ token, until }) => principal.tokens.includes(token) && (until === undefined || until > at))
    .flatMap(({ role }) => (role === undefined ? [] : [role]));
  if (roles.length === 0) return { shared_with_me: false };
  return {
    shared_with_me: true,
    share_role: roles.includes('share_editor') ? 'share_editor' : 'share_viewer',
  };
};

/** Whether somebody may read the dataset who may not write it. */
export const hasMereReaders = ({ user_id, readers }: DatasetDocument, { at }: Pick<Reading, 'at'>): boolean =>
  readers.some(
    ({ token, role, until }) =>
      token !== `user:${user_id}` && role !== 'share_editor' && (until === undefined || until > at),
  );
