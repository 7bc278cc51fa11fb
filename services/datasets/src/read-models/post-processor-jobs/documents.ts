import type { LeftAnswers, PostProcessorJobStatus } from '@cairn/contracts';
import type { Document } from '@cairn/kernel';

/** The jobs of post-processors. */
export const POST_PROCESSOR_JOBS = 'post_processor_jobs';
/** How many jobs of each post-processor are open. */
export const POST_PROCESSOR_QUEUES = 'post_processor_queues';
/** How many jobs each item has, by status. */
export const ITEM_JOBS = 'dataset_item_jobs';

export interface PostProcessorJobDocument extends Document {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly item_id: string;
  readonly post_processor_id: string;
  readonly content: string;
  /** The run that asked for it; empty: the item came or changed. */
  readonly run_id: string;
  readonly user_id: string;
  readonly status: PostProcessorJobStatus;
  /** Whether it is still to be worked on. */
  readonly open: boolean;
  /** Of a pending one: not before. Of one that a worker has: until when. */
  readonly due: string;
  /** Of one that is processing: who has it. */
  readonly worker?: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly error?: string;
  readonly error_code?: string;
  readonly result?: string;
  readonly outcome?: string;
  readonly applied?: number;
  readonly left?: LeftAnswers[];
  readonly model_id?: string;
  readonly model_version_id?: string;
  readonly inference_id?: string;
  readonly started_at?: string;
  readonly completed_at?: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface QueueDocument extends Document {
  readonly dataset_id: string;
  /** With whose rights it works. */
  readonly user_id: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly open: number;
  readonly failed: number;
}

export interface ItemJobsDocument extends Document {
  readonly version_id: string;
  readonly pending?: number;
  readonly processing?: number;
  readonly completed?: number;
  readonly failed?: number;
  readonly last_error?: string;
  readonly updated_at: string;
}
