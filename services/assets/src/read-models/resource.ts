import type { Activation, AssetPlace, Visibility } from '@cairn/contracts';
import { type QueryContext, tokens } from '@cairn/kernel';
import type { AssetDocument } from './document.js';

/** What all assets are shown with, as a caller sees them. */
export interface SharedFields {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  description: string;
  notes: string;
  user_id: string;
  has_logo: boolean;
  logo: string;
  public: boolean;
  shared_with_me: boolean;
  share_role?: string;
  organization_id?: string;
  project_id?: string;
  visibility: Visibility;
  history_from?: string;
}

/** The shared fields of an asset as this caller sees it; `logoPath` is where its logo is when it has one. */
export const sharedFields = (
  document: AssetDocument,
  context: Pick<QueryContext, 'principal' | 'at'>,
  logoPath: string,
): SharedFields => ({
  id: document.id,
  created_at: document.created_at,
  updated_at: document.updated_at,
  name: document.name,
  description: document.description,
  notes: document.notes,
  user_id: document.user_id,
  has_logo: document.logo !== null,
  logo: document.logo === null ? '' : logoPath,
  public: document.public,
  ...sharedWith(document, context),
  ...(document.organization_id === undefined ? {} : { organization_id: document.organization_id }),
  ...(document.project_id === undefined ? {} : { project_id: document.project_id }),
  visibility: document.visibility,
  ...(document.history_from === undefined ? {} : { history_from: document.history_from }),
});

/** Whose an asset is, and where. */
export const placeShown = (document: AssetDocument): AssetPlace => ({
  id: document.id,
  user_id: document.user_id,
  ...(document.organization_id === undefined ? {} : { organization_id: document.organization_id }),
  ...(document.project_id === undefined ? {} : { project_id: document.project_id }),
  visibility: document.visibility,
  public: document.public,
});

/** Whether a share names the caller, and as what. */
const sharedWith = (
  { user_id, readers }: AssetDocument,
  { principal, at }: Pick<QueryContext, 'principal' | 'at'>,
): Pick<SharedFields, 'shared_with_me' | 'share_role'> => {
  if (user_id === principal.userId) return { shared_with_me: false };
  const roles = readers
    .filter(
      ({ token, until }) => token === tokens.user(principal.userId) && (until === undefined || until > at),
    )
    .flatMap(({ role }) => (role === undefined ? [] : [role]));
  if (roles.length === 0) return { shared_with_me: false };
  return {
    shared_with_me: true,
    share_role: roles.includes('share_editor') ? 'share_editor' : 'share_viewer',
  };
};

/** Who made the version the active one that is shown as it; nobody did where the newest stands in for one that is gone. */
export const activationShown = (
  { activation }: Pick<AssetDocument, 'activation'>,
  active: string | undefined,
): { readonly activation?: Activation } =>
  activation === undefined || activation.version_id !== active ? {} : { activation };

/** The version that was set when it is there, else the newest (TRAP-4). `versions` are those that are seen, oldest first. */
export const activeVersion = (
  { active_version_id }: Pick<AssetDocument, 'active_version_id'>,
  versions: readonly { readonly id: string }[],
): string | undefined =>
  versions.some(({ id }) => id === active_version_id) ? active_version_id : versions.at(-1)?.id;
