import type {
  AnnotationRecord,
  FileRecord,
  JsonObject,
  LabelRecord,
  ReaderRecord,
  SplitRecord,
  Visibility,
} from '@cairn/contracts';
import type { Document } from '@cairn/kernel';

/** What the projections of this service put, as its queries read it. */
interface Kept extends Document {
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted: boolean;
  readonly deleted_at?: string;
}

interface Times {
  readonly created_at: string;
  readonly updated_at: string;
}

export type DatasetDocument = Kept & {
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  readonly public: boolean;
  readonly visibility: Visibility;
  readonly organization_id?: string;
  readonly project_id?: string;
  readonly multi_label: boolean;
  readonly default_splits: boolean;
  readonly content_type: string;
  readonly active_version_id: string;
  readonly readers: readonly ReaderRecord[];
  /** Who may not write it sees nothing of what was before; absent: sees all. */
  readonly history_from?: string;
  readonly logo: FileRecord | null;
};

export type SplitDocument = SplitRecord & Times & { readonly deleted: boolean };
export type LabelDocument = LabelRecord & Times & { readonly deleted: boolean };

/** A version as lists show it. */
export type VersionHead = Kept & {
  readonly dataset_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly config: string;
  readonly default_split: string;
  readonly complete: boolean;
};

export type VersionDocument = VersionHead & {
  readonly labels: Readonly<Record<string, LabelDocument>>;
  readonly splits: Readonly<Record<string, SplitDocument>>;
};

export type AnnotationDocument = AnnotationRecord & Times;

export type ItemDocument = Kept & {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly splits: readonly string[];
  readonly annotations: Readonly<Record<string, AnnotationDocument>>;
  readonly attributes?: JsonObject;
  readonly extension: string;
  readonly file_name?: string;
  readonly content_sha256?: string;
  readonly size?: number;
  readonly content_type?: string;
  readonly origin_id?: string;
};

export interface CountDocument extends Document {
  readonly items: number;
  readonly annotations: number;
  readonly created_at: string;
  readonly updated_at: string;
}
