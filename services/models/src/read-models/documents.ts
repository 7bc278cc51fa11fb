import type { AssetDocument, VersionDocument } from '@cairn/assets';
import type { Aliases, FileRecord } from '@cairn/contracts';
import type { Document } from '@cairn/kernel';
import type { RecordedInference } from '../domain/inference/decisions.js';
import type { OfModelVersion } from '../domain/version/state.js';

export interface ModelDocument extends AssetDocument {
  readonly kind: string;
  readonly config: string;
  readonly application_id: string;
  readonly auto_convert: boolean;
  readonly privacy_enabled: boolean;
  /** By alias; absent before there was one. */
  readonly aliases?: Aliases;
}

export type ModelVersionDocument = VersionDocument &
  Omit<OfModelVersion, 'reinstated_at' | 'reinstated_by_owner_at'>;

export type InferenceDocument = Document &
  Omit<RecordedInference, 'input_text' | 'result' | 'items' | 'file' | 'file_name'> & {
    readonly revision: string;
    readonly created_at: string;
    readonly updated_at: string;
    readonly deleted: boolean;
    readonly hidden: boolean;
    readonly error_reported: boolean;
    readonly input_text?: string | undefined;
    /** JSON, both. */
    readonly result: string;
    readonly items: string;
    readonly file: FileRecord | null;
    /** What its owner is charged: its file, and what was added itself. 0 when it is deleted. */
    readonly stored_bytes: number;
  };
