import type { AnyAsset, DomainEvent } from '@cairn/contracts';
import type { CommandContext, Decision, Refusal } from '@cairn/kernel';
import type { Asked } from '../access/asked.js';
import type { NumberingAsset } from '../domain/kind.js';
import type { KnownVersion } from './state.js';

/** A version, and the asset that a path names it under. */
export interface VersionIds {
  readonly assetId: string;
  readonly versionId: string;
}

/** A body that makes or changes a version, what all have alike of it. */
export interface VersionBody {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
}

/** A kind of asset whose stream numbers its versions. */
export interface NumberedBy extends Asked<NumberingAsset> {
  readonly contract: AnyAsset;
}

/** Gives ids for what is in a version: the same command gives the same ones (law 3). */
type IdOf = CommandContext['id'];

/** Who puts something into a version, and the ids of that. */
export interface Putting {
  readonly userId: string;
  readonly id: IdOf;
}

/** What is put into a version, and where the body says each of it: `/nodes/3`. */
export interface Put {
  readonly events: Decision;
  readonly pointerOf?: PointerOf;
}
export type PointerOf = (id: string) => string;

/** A body that names what other streams tell of. */
export interface Naming<Known extends KnownVersion, Body extends VersionBody> {
  readonly context: CommandContext;
  readonly body: Body;
  /** The asset, of its kind; absent of the version that one is made with. */
  readonly asset: NumberingAsset | undefined;
  /** Absent of one that is made. */
  readonly current: Known | undefined;
}

/** What is decided about the versions of one kind of asset beside what is decided about all. */
export interface VersionRules<Known extends KnownVersion, Body extends VersionBody, AssetBody> {
  /** The asset, which numbers them. */
  readonly of: NumberedBy;
  /** Its own fields, where the body that makes one says nothing of them. */
  readonly initial: Partial<Known>;
  /** Fields that are the server's and no other version's: a copy has new ones. */
  fresh?(this: void, id: string): Partial<Known>;
  /** What a body makes of its own fields, of those alone that it is about; or why it cannot. `current`: what it changes. */
  own(this: void, body: Body, current?: Known): Partial<Known> | Refusal;
  /** Fields that follow from what a body names, and of one that is made from its asset; or why it may not name that. */
  named?(this: void, naming: Naming<Known, Body>): Promise<Partial<Known> | Refusal>;
  /** What a body that makes an asset says of the version that it is made with; absent where one begins without. */
  first?(this: void, body: AssetBody): Body;
  /** What a body puts into a version that it makes; nothing where absent. Pure. */
  brought?(this: void, making: Putting & { readonly made: Known; readonly body: Body }): Put;
  /** Why one is not copied, when another stream says so; asked again when it is decided again. */
  copyRefusal?(this: void, context: CommandContext, source: Known): Promise<Refusal | undefined>;
  /** What a copy has in it; nothing where absent. Pure. */
  copied?(this: void, making: Putting & { readonly made: Known; readonly source: Known }): Decision;
  /** Why the caller may not put what these events do into a version; asked again when they are decided again. */
  allowed?(
    this: void,
    context: CommandContext,
    before: Known,
    events: readonly DomainEvent[],
    pointerOf: PointerOf | undefined,
  ): Promise<Refusal | undefined>;
}
