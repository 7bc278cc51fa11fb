import { type Static, Type } from '@sinclair/typebox';
import { query } from '../kit/query.js';
import { OneOf, Uuid } from '../kit/schemas.js';

/** A group in which assets are, and behind which of them to look. */
export const InGroup = Type.Object({
  group: Type.Object({ kind: OneOf(['organization', 'project']), id: Uuid }),
  after: Type.Optional(Type.Object({ value: Type.String(), id: Type.String() })),
});
export type InGroup = Readonly<Static<typeof InGroup>>;

/** Some of the assets in a group: those that the asking person may delete. */
export const DeletableAssets = Type.Object({
  ids: Type.Array(Uuid),
  kept: Type.Integer({ minimum: 0, description: 'Others that are there: private ones of members, say.' }),
  next: Type.Optional(Type.Object({ value: Type.String(), id: Type.String() })),
});
export type DeletableAssets = Readonly<Static<typeof DeletableAssets>>;

/** What every service with assets answers to others about them. */
export const assetQueries = <const Name extends string>(service: Name) =>
  ({
    /** A page of the assets in a group, oldest first, by whether the person it is asked for may delete them. */
    deletable: query(`${service}.deletable`, InGroup, DeletableAssets),
  }) as const;
