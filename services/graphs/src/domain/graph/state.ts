import { assetKind, type NumberingAsset } from '@cairn/assets';
import { graph as contract, graphVersion } from '@cairn/contracts';

/** A graph as its stream tells it. */
export interface KnownGraph extends NumberingAsset {
  readonly kind: string;
  /** JSON, or empty. */
  readonly config: string;
  /** JSON of the types of its nodes and edges, or empty. */
  readonly schema_config: string;
}

/** Graphs as assets: `graph-<id>`, a graph without its versions. */
export const graphKind = assetKind<KnownGraph>(contract, {
  stateVersion: 2,
  numbered: graphVersion.added,
});
