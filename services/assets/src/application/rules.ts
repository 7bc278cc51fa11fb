import type { AssetChanges } from '@cairn/contracts';
import type { CommandContext, Refusal, Step } from '@cairn/kernel';
import type { AssetContent } from '../domain/difference.js';
import type { KnownAsset } from '../domain/state.js';
import type { VersionNumbers } from '../read-models/version-numbers.js';
import type { SweptVersions } from '../work/sweep-purged.js';

/** A body that makes or changes an asset, what all have alike of it. */
export type AssetBody = AssetChanges & { readonly active_version_id?: string | undefined };

/** What is to become of an asset; `current` is absent of one that is made. */
export interface Wish<Known extends KnownAsset> {
  readonly action: 'create' | 'update' | 'revert';
  readonly current: Known | undefined;
  /** The fields that it would have, of those alone that the wish is about. */
  readonly wanted: Partial<AssetContent<Known>>;
}

/** A new asset whose first version is made before it. */
export interface MadeWithVersion<Body> {
  readonly context: CommandContext;
  readonly id: string;
  readonly versionId: string;
  readonly body: Body;
  /** The organization that both are in. */
  readonly organization: string | null;
}

/** The versions of one kind of asset. */
export interface VersionRules<Body> {
  /** Whether a version is one of the asset's that is there. */
  isOwn(this: void, context: CommandContext, assetId: string, versionId: string): Promise<boolean>;
  /** What makes the first one, appended before the asset that names it (law 5); absent where one begins without. */
  first?(this: void, made: MadeWithVersion<Body>): Step;
  /** What goes with one that is purged; nothing where absent. */
  readonly swept?: SweptVersions;
  /** Where it stands which ones an asset has numbered; absent where its stream numbers none. */
  readonly numbers?: VersionNumbers;
}

/** What is decided about one kind of asset beside what is decided about all. */
export interface AssetRules<Known extends KnownAsset, Body extends AssetBody, Given> {
  readonly versions: VersionRules<NoInfer<Body>>;
  /** Its own fields, where the body that makes one says nothing of them. */
  readonly initial: Partial<Known>;
  /** What a body makes of its own fields, of those alone that it is about; or why it cannot. */
  own(this: void, body: Body): Partial<Known> | Refusal;
  /** What other streams and documents say, for `check`; asked again when it is decided again. */
  given?(this: void, wish: Wish<Known> & { readonly context: CommandContext }): Promise<Given>;
  /** Why it may not become so; pure. Of a revert it is told as `not_revertible`. */
  check?(this: void, wish: Wish<Known> & { readonly given: Given }): Refusal | undefined;
}
