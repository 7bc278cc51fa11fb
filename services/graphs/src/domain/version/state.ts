import { type KnownVersion, versionKind } from '@cairn/assets';
import { graphVersion } from '@cairn/contracts';

/** A version of a graph as its stream tells it. */
export interface KnownGraphVersion extends KnownVersion {
  /** JSON of the types of its nodes and edges, or empty. */
  readonly schema: string;
  /** JSON, or empty. */
  readonly config: string;
  /** Where its content stands in the graph store; no other version has it. */
  readonly space_name: string;
}

/** `graphVersion-<id>`: a version without its content. */
export const graphVersionKind = versionKind<KnownGraphVersion>(graphVersion, { stateVersion: 1 });
