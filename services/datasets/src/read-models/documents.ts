import type { AssetDocument, StreamDocument } from '@cairn/assets';
import type { AnnotationRecord, JsonObject, LabelRecord, SplitRecord } from '@cairn/contracts';
import type { Document } from '@cairn/kernel';

interface Times {
  readonly created_at: string;
  readonly updated_at: string;
}

export interface DatasetDocument extends AssetDocument {
  readonly multi_label: boolean;
  readonly default_splits: boolean;
  readonly content_type: string;
}

export type SplitDocument = SplitRecord & Times & { readonly deleted: boolean };
export type LabelDocument = LabelRecord & Times & { readonly deleted: boolean };

/** A version as lists show it. */
export type VersionHead = StreamDocument & {
  readonly dataset_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  /** Of a head empty where it is long. */
  readonly config: string;
  readonly has_long_config?: true;
  readonly default_split: string;
  readonly complete: boolean;
};

export type VersionDocument = VersionHead & {
  readonly labels: Readonly<Record<string, LabelDocument>>;
  readonly splits: Readonly<Record<string, SplitDocument>>;
};

export type AnnotationDocument = AnnotationRecord & Times;

export type ItemDocument = StreamDocument & {
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
  /** Revisions at which text and file were set, as the item's fold has them. */
  readonly text_at: string;
  readonly file_at: string;
  /** By post-processor: the revision that it has worked on. */
  readonly processed: Readonly<Record<string, string>>;
};

export interface CountDocument extends Document {
  readonly items: number;
  readonly annotations: number;
  readonly created_at: string;
  readonly updated_at: string;
}
