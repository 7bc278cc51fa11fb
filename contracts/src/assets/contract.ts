import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command, type CommandDefinition, commandOf } from '../kit/command.js';
import type { Operation } from '../kit/operation.js';
import type { QueryDefinition } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import type { StateDefinition } from '../kit/state.js';
import { shareCommands } from './commands.js';
import { type AssetEventDefinitions, assetEvents, type AssetEventsOf } from './events.js';
import type { AssetChanges, AssetResource } from './fields.js';
import { activateOperation, type AssetTexts, plainOperations } from './plain.js';
import { historyOperations, logoOperations } from './operations.js';
import { assetQueries, type DeletableAssets, type InGroup } from './queries.js';
import { type ShareChanges, type ShareEnding, type ShareInput, shareOperations } from './sharing.js';
import { type TransferRequest, transferOperation } from './transfer.js';

type Filters = Readonly<Record<string, TSchema>>;

/** One kind of asset, said once: what it is beside what all assets are. */
export interface AssetDescription<
  Area extends string,
  Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Own extends TProperties,
  Filtered extends Filters,
> {
  /** The service: `datasets`. Its assets are at `/api/v1/datasets`. */
  readonly area: Area;
  /** Its operations, commands and events are named with it: `Dataset`. */
  readonly noun: Noun;
  /** In sentences: `dataset`; the category of its streams. */
  readonly called: string;
  /** The first half of its permissions. */
  readonly resource: AssetResource;
  readonly tag: string;
  /** What is answered: `assetFields`, its own, `historyFromField(called)`. */
  readonly record: Resource;
  /** What one is made of, and what may be set of one: `settableFields`, its own, `HistoryFrom`. */
  readonly input: Input;
  readonly changes: Changes;
  /** What its events tell beside what those of all assets do. */
  readonly own: Own;
  /** As other teams read it: `publishedFields`, its own, `publishedLastFields`; `activeVersionOrNone` of one that is `madeEmpty`. */
  readonly state: StateDefinition;
  /** It is made without a version: its first one comes later. */
  readonly madeEmpty?: true;
  /** Where its logo is sent, below its path; `/upload` when absent. */
  readonly logoUpload?: '/logo';
  /** What its lists are filtered by beside what those of all assets are; its collection has an index for each. */
  readonly filters: Filtered;
  readonly texts: AssetTexts;
  readonly example: Static<Resource> & { readonly id: string };
  /** Bodies, as the documents show them. */
  readonly sent: { readonly create: unknown; readonly update: { readonly name: string } };
  /** Data of its first two events. */
  readonly told: AssetEventsOf<Noun, Own>['examples'];
}

/** What may be done to assets of one kind, by what it does. */
export interface AssetCommandDefinitions {
  readonly create: Takes<{ readonly body: object }>;
  readonly update: Takes<{ readonly id: string; readonly body: object }>;
  readonly delete: Takes<OfAsset>;
  readonly restore: Takes<OfAsset>;
  readonly revert: Takes<{ readonly id: string; readonly body: { readonly revision: number } }>;
  readonly transfer: Takes<{ readonly id: string; readonly body: TransferRequest }>;
  readonly activate: Takes<{
    readonly id: string;
    readonly version_id: string;
    readonly body?: { readonly reason?: string };
  }>;
  readonly setLogo: Takes<{ readonly id: string; readonly file: FileRecord }>;
  readonly removeLogo: Takes<OfAsset>;
  readonly share: Takes<{ readonly id: string; readonly body: ShareInput }>;
  readonly updateShare: Takes<OfShare & { readonly body: ShareChanges }>;
  readonly removeShare: Takes<OfShare>;
  readonly acceptShare: Takes<OfShare & { readonly token: string }>;
  readonly acceptShareFor: Takes<OfShare & { readonly user_id: string }>;
  readonly lapseShare: Takes<OfShare & { readonly reason?: ShareEnding }>;
  readonly purge: Takes<OfAsset>;
}
type Takes<Input> = CommandDefinition<string, TUnsafe<Input>>;
interface OfAsset {
  readonly id: string;
}
interface OfShare extends OfAsset {
  readonly share_id: string;
}

/** What is asked and told of assets of one kind, whatever the kind. */
export interface AnyAsset {
  readonly area: string;
  readonly noun: string;
  readonly called: string;
  readonly resource: AssetResource;
  /** Of the GET of one: `/api/v1/datasets/{id}`. */
  readonly path: string;
  readonly events: AssetEventDefinitions;
  readonly operations: AssetOperations;
  readonly commands: AssetCommandDefinitions;
  readonly queries: {
    readonly deletable: QueryDefinition<string, TUnsafe<InGroup>, TUnsafe<DeletableAssets>>;
  };
  readonly state: StateDefinition;
}

/** What is asked of assets of one kind, by what it asks. */
interface AssetOperations {
  readonly list: Operation;
  readonly get: OnOne;
  readonly create: Operation & Brings;
  readonly update: OnOne & Brings;
  readonly remove: OnOne;
  readonly activate: Operation;
  readonly transfer: OnOne;
  readonly history: OnOne;
  readonly restore: OnOne;
  readonly revert: OnOne;
  readonly logo: OnOne;
  readonly setLogo: OnOne;
  readonly removeLogo: OnOne;
  readonly shares: OnOne;
  readonly createShare: OnOne;
  readonly share: Operation;
  readonly updateShare: Operation;
  readonly removeShare: Operation;
  readonly explain: OnOne;
}
type OnOne = Operation & { readonly params: TUnsafe<OfAsset> };
interface Brings {
  readonly body: TUnsafe<AssetChanges>;
}

const IdParams = Type.Object({ id: Uuid });
const PLACING = ['group_unavailable', 'project_elsewhere', 'recipient_unavailable'] as const;

const operationsOf = <
  const Area extends string,
  const Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Own extends TProperties,
  Filtered extends Filters,
>(
  its: AssetDescription<Area, Noun, Resource, Input, Changes, Own, Filtered>,
) => {
  const many = `/api/v1/${its.area}`;
  const described = { ...its, many, stream: its.called, path: `${many}/{id}`, params: IdParams };
  const logo = logoOperations(described);
  const share = shareOperations(described);
  return {
    ...plainOperations(described),
    ...historyOperations({
      ...described,
      past: { asset: its.called, revertErrors: [...PLACING, ...(its.texts.revert?.errors ?? [])] },
    }),
    activate: activateOperation(described, its.texts.activate),
    transfer: transferOperation(described),
    logo: logo.get,
    setLogo: logo.upload,
    removeLogo: logo.remove,
    shares: share.list,
    share: share.get,
    createShare: share.create,
    updateShare: share.update,
    removeShare: share.remove,
    explain: share.explain,
  };
};

const OfFile = Type.Object({ id: Uuid, file: FileRecord });

/** Declares a kind of asset: what is asked of it, done to it and told of it. Operations are exported under their ids (`byId`). */
export const assetContract = <
  const Area extends string,
  const Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Own extends TProperties,
  const Filtered extends Filters,
>(
  its: AssetDescription<Area, Noun, Resource, Input, Changes, Own, Filtered>,
) => {
  const { area, noun, called, resource, state } = its;
  const operations = operationsOf(its);
  return {
    ...{ area, noun, called, resource, state },
    path: operations.get.path,
    operations,
    events: assetEvents({ ...its, examples: its.told }),
    commands: {
      create: commandOf(area, operations.create),
      update: commandOf(area, operations.update),
      delete: commandOf(area, operations.remove),
      restore: commandOf(area, operations.restore),
      revert: commandOf(area, operations.revert),
      transfer: commandOf(area, operations.transfer),
      activate: commandOf(area, operations.activate),
      setLogo: command(`${area}.upload${noun}Logo`, OfFile),
      removeLogo: commandOf(area, operations.removeLogo),
      share: commandOf(area, operations.createShare),
      updateShare: commandOf(area, operations.updateShare),
      removeShare: commandOf(area, operations.removeShare),
      ...shareCommands(area),
      /** Sent by a timer, 30 days after the deletion. */
      purge: command(`${area}.purge${noun}`, IdParams),
    },
    queries: assetQueries(area),
  };
};
