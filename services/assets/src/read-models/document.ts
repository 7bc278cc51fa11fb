import type { Activation, FileRecord, ReaderRecord, Visibility } from '@cairn/contracts';
import { type Document, type QueryContext, tokens } from '@cairn/kernel';

/** What every document has that a stream is shown as. */
export interface StreamDocument extends Document {
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted: boolean;
  readonly deleted_at?: string;
}

/** An asset as its projection keeps it, without what is its own. */
export interface AssetDocument extends StreamDocument {
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  readonly public: boolean;
  readonly visibility: Visibility;
  readonly organization_id?: string;
  readonly project_id?: string;
  readonly active_version_id: string;
  /** Of that version. */
  readonly activation?: Activation | undefined;
  readonly readers: readonly ReaderRecord[];
  /** Who may not write it sees nothing of what was before; absent: sees all. */
  readonly history_from?: string;
  readonly logo: FileRecord | null;
}

/** Whether what was deleted is given too: the answer to a delete is the record as it was. */
export interface Deleted {
  readonly deletedToo?: boolean;
}

/** The document when it is not deleted, or deleted ones are asked for too. */
export const seen = <Kept extends { readonly deleted: boolean }>(
  document: Kept | undefined,
  deletedToo: boolean,
): Kept | undefined => (document?.deleted === false || deletedToo ? document : undefined);

/** Whether what is deleted was so before the history begins that the caller may read. */
export const wasGoneBefore = (
  { deleted, deleted_at = '' }: { readonly deleted: boolean; readonly deleted_at?: string },
  since: string | undefined,
): boolean => deleted && since !== undefined && deleted_at < since;

/** It finds the asset for who may manage it, and lets nobody read. */
const isWithin = (token: string): boolean => token.startsWith(tokens.within(''));

/** Whether somebody may read the asset who may not write it. */
export const hasMereReaders = (
  { user_id, readers }: AssetDocument,
  { at }: Pick<QueryContext, 'at'>,
): boolean =>
  readers.some(
    ({ token, role, until }) =>
      token !== tokens.user(user_id) &&
      !isWithin(token) &&
      role !== 'share_editor' &&
      (until === undefined || until > at),
  );
