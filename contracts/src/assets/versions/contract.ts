import { type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { command, type CommandDefinition, commandOf } from '../../kit/command.js';
import type { EventDefinition } from '../../kit/event.js';
import type { Operation } from '../../kit/operation.js';
import { Uuid } from '../../kit/schemas.js';
import { versionAdded, type VersionEventDefinitions, versionEvents, type VersionEventsOf } from './events.js';
import { versionOperations, type VersionParams, type VersionsDescribed } from './operations.js';

/** The versions of one kind of asset, said once: what they are beside what all versions are. */
export interface VersionDescription<
  Area extends string,
  Noun extends string,
  Asset extends string,
  AssetParam extends string,
  VersionParam extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Own extends TProperties,
>
  extends
    Omit<VersionsDescribed<Noun, AssetParam, VersionParam, Resource, Input, Changes>, 'called' | 'area'>,
    Omit<VersionEventsOf<Noun, Asset, Own>, 'area' | 'noun'> {
  readonly area: Area;
}

/** What may be done to versions, by what it does. */
interface VersionCommandDefinitions {
  readonly create: Takes<{ readonly body?: object }>;
  readonly update: Takes<{ readonly body: object }>;
  readonly delete: Takes<object>;
  /** Absent where none is like another. */
  readonly duplicate?: Takes<object>;
  readonly restore: Takes<object>;
  readonly revert: Takes<{ readonly body: { readonly revision: number } }>;
  readonly purge: Takes<{ readonly id: string }>;
}
type Takes<Input> = CommandDefinition<string, TUnsafe<Input>>;

/** What is asked and told of versions, whatever they are of. */
export interface AnyVersions {
  readonly area: string;
  readonly noun: string;
  /** What the asset is called: `graph`. */
  readonly called: string;
  readonly params: VersionParams<string, string>;
  readonly events: VersionEventDefinitions;
  /** In the stream of the asset. */
  readonly added: EventDefinition;
  readonly operations: VersionOperations;
  readonly commands: VersionCommandDefinitions;
}

/** What is asked of versions, by what it asks. */
interface VersionOperations {
  readonly list: Operation;
  readonly get: Operation;
  readonly create: Operation;
  readonly duplicate?: Operation;
  readonly update: Operation;
  readonly remove: Operation;
  readonly history: Operation;
  readonly restore: Operation;
  readonly revert: Operation;
}

/** Declares the versions of one kind of asset: what is asked of them, done to them and told of them. */
export const versionContract = <
  const Area extends string,
  const Noun extends string,
  const Asset extends string,
  const AssetParam extends string,
  const VersionParam extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Own extends TProperties,
>(
  its: VersionDescription<Area, Noun, Asset, AssetParam, VersionParam, Resource, Input, Changes, Own>,
) => {
  const { area, noun, called, params } = its;
  const operations = versionOperations(its);
  return {
    ...{ area, noun, called, params, operations },
    events: versionEvents(its),
    added: versionAdded(its),
    commands: {
      create: commandOf(area, operations.create),
      update: commandOf(area, operations.update),
      delete: commandOf(area, operations.remove),
      duplicate: commandOf(area, operations.duplicate),
      restore: commandOf(area, operations.restore),
      revert: commandOf(area, operations.revert),
      /** Sent by a timer, 30 days after the deletion. */
      purge: command(`${area}.purge${noun}Version`, Type.Object({ id: Uuid })),
    },
  };
};
