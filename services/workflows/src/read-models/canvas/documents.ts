import type { Document } from '@cairn/kernel';
import type { KnownEdge, KnownNode } from '../../domain/canvas/state.js';

interface PartOfVersion extends Document {
  readonly version_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** It was taken off the canvas: reads as of a time find it. */
  readonly deleted: boolean;
  readonly deleted_at?: string;
}

export type NodeDocument = PartOfVersion & KnownNode;
export type EdgeDocument = PartOfVersion & KnownEdge;
