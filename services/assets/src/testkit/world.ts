import type { AnyAsset } from '@cairn/contracts';
import type {
  AdministeredRecord,
  Aggregate,
  Json,
  Principal,
  Projection,
  Service,
  ServiceParts,
  ToSweep,
} from '@cairn/kernel';
import type { ServiceUnderTest, UnderTest } from '@cairn/kernel/testkit';
import type { AssetState, KnownAsset } from '../domain/state.js';
import type { AccessChanges } from '../model.js';
import type { AssetDocument } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import type { AssetQueries } from '../read-models/showing.js';

export type Fields = Readonly<Record<string, Json>>;
/** As a query shows one. */
export type Shown = AdministeredRecord & Fields & { readonly updated_at: string };

/** A model, whatever its kind: what the suite asks of it. */
export interface AssetUnderTest {
  readonly kind: { readonly contract: AnyAsset; readonly aggregate: Aggregate<AssetState<KnownAsset>> };
  readonly collections: { readonly assets: string; readonly shares: string };
  readonly projection: Projection;
  readonly reads: Pick<
    AssetReads<AssetDocument>,
    'history' | 'visibleHistory' | 'logo' | 'shares' | 'share' | 'explain' | 'whoSees' | 'placed' | 'namesOf'
  >;
  readonly queries: AssetQueries<AdministeredRecord>;
  readonly sweep: ToSweep;
  readonly accessChanges: AccessChanges;
  readonly parts: ServiceParts;
}

/** A field that one kind alone has: what it is where a body says nothing, and two other values. */
export interface OwnField {
  readonly initial: Json;
  readonly values: readonly [first: Json, second: Json];
}

/** The versions of a kind, and what is in them. */
export interface VersionWorld {
  /** Makes another one of an asset; which one is active is the kind's to say. */
  make(running: ServiceUnderTest, principal: Principal, assetId: string): Promise<string>;
  remove(
    running: ServiceUnderTest,
    principal: Principal,
    assetId: string,
    versionId: string,
  ): Promise<unknown>;
  /** What goes with the versions of an asset that is purged; absent where nothing does. */
  readonly swept?: {
    /** Puts something into a version. */
    fill(
      this: void,
      running: ServiceUnderTest,
      principal: Principal,
      assetId: string,
      versionId: string,
    ): Promise<unknown>;
    /** How much of that is there. */
    filled(this: void, running: ServiceUnderTest, versionId: string): Promise<number>;
  };
}

/** What stands around a kind of asset: in what it differs from others. */
export interface AssetWorld extends Pick<UnderTest, 'blobs' | 'find'> {
  readonly service: Service;
  readonly own: Readonly<Record<string, OwnField>>;
  readonly versions: VersionWorld;
  /** Makes what the values of its own fields name. */
  prepare?(running: ServiceUnderTest): Promise<unknown>;
}
