import { assetKind, type AssetState, type KnownAsset } from '@cairn/assets';
import { graph as contract } from '@cairn/contracts';

/** A graph as its stream tells it. */
export interface KnownGraph extends KnownAsset {
  readonly kind: string;
  /** JSON, or empty. */
  readonly config: string;
  /** JSON of the types of its nodes and edges, or empty. */
  readonly schema_config: string;
}
export type GraphState = AssetState<KnownGraph>;

/** Graphs as assets: `graph-<id>`, a graph without its versions. */
export const graphKind = assetKind<KnownGraph>(contract, { stateVersion: 1 });
export const { aggregate: graph, decide: graphAsset } = graphKind;
