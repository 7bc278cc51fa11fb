import type { AnyVersions } from '@cairn/contracts';
import type { Aggregate, Json, Principal, Projection, ServiceParts } from '@cairn/kernel';
import type { ServiceUnderTest } from '@cairn/kernel/testkit';
import type { AssetDocument } from '../../read-models/document.js';
import type { AssetReads } from '../../read-models/reads.js';
import type { VersionCollections } from '../../versions/project.js';
import type { VersionReads } from '../../versions/reads.js';
import type { VersionIds } from '../../versions/rules.js';
import type { VersionDocument, VersionFields } from '../../versions/showing.js';
import type { VersionState } from '../../versions/state.js';
import type { AssetUnderTest, AssetWorld, Fields, OwnField } from '../world.js';

/** A version as a query shows one. */
export type ShownVersion = VersionFields & Fields;

/** The versions of a kind of asset, whatever they are of: what the suite asks of them. */
export interface VersionsOfKind {
  readonly kind: {
    readonly contract: AnyVersions;
    readonly assetField: string;
    readonly aggregate: Aggregate<VersionState>;
  };
  readonly collections: VersionCollections;
  readonly projection: Projection;
  readonly past: Projection;
  readonly ofAsset: { readonly first?: unknown };
  reading(reads: AssetReads<AssetDocument>): VersionReads<VersionDocument, VersionFields>;
  parts(reads: AssetReads<AssetDocument>): ServiceParts;
}

/** What a body may not say of a field, and what is told: the code, and where in the body. */
interface RefusedValue {
  readonly value: Json;
  readonly code: string;
  readonly pointer: string;
}

/** A field of the versions of one kind alone. */
interface OwnVersionField extends OwnField {
  readonly refused?: readonly RefusedValue[];
  /** Absent in lists of assets: a long text. */
  readonly isText?: boolean;
}

/** Something that is in a version. */
export interface Part {
  readonly id: string;
  /** What a copy of it says too. */
  readonly says: Json;
}

/** Something that not everybody may put into a version. */
export interface GuardedPart {
  /** A body that puts it there. */
  readonly brought: object;
  /** The ids of those who may; nobody at first. */
  readonly allowed: Set<string>;
  /** What others are told, and where in that body. */
  readonly code: string;
  readonly pointer: string;
  /** Takes everything out of a version. */
  clear(this: void, running: ServiceUnderTest, principal: Principal, ids: VersionIds): Promise<unknown>;
}

/** What is in the versions of a kind beside their fields. */
export interface InsideWorld {
  /** What a body that makes a version, or an asset with its first one, puts into it. */
  readonly brought: object;
  /** Puts something more into a version. */
  put(this: void, running: ServiceUnderTest, principal: Principal, ids: VersionIds): Promise<unknown>;
  /** What is in a version, when it is read by itself; `undefined` in a list. */
  parts(this: void, shown: ShownVersion): readonly Part[] | undefined;
  readonly guarded?: GuardedPart;
}

/** What stands around the versions of a kind of asset: in what they differ from others. */
export interface VersionsWorld extends Pick<AssetWorld, 'service' | 'blobs' | 'find' | 'prepare'> {
  /** What they are versions of. */
  readonly assets: AssetUnderTest & { readonly reads: AssetReads<AssetDocument> };
  readonly own: Readonly<Record<string, OwnVersionField>>;
  /** Fields that the server makes: no two versions have the same. */
  readonly fresh: readonly string[];
  /** Absent where nothing is in them. */
  readonly inside?: InsideWorld;
}
