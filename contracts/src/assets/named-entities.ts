import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';

/** So many are asked for at once. */
export const MOST_ENTITIES = 1_000;

/** Assets that something names, nodes of workflows say, and versions of them. */
export const NamedEntities = Type.Object({
  entities: Type.Array(Type.Object({ id: Uuid, version_id: Type.Optional(Uuid) }), {
    maxItems: MOST_ENTITIES,
  }),
});
export type NamedEntities = Readonly<Static<typeof NamedEntities>>;

/** Those of them that may not be used, by their places in what was asked, from 0, in order. */
export const UnusableEntities = Type.Object({ unusable: Type.Array(Type.Integer({ minimum: 0 })) });
export type UnusableEntities = Static<typeof UnusableEntities>;

export const EntityIds = Type.Object({ ids: Type.Array(Uuid, { maxItems: MOST_ENTITIES }) });
export type EntityIds = Readonly<Static<typeof EntityIds>>;

const shownFields = {
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  logo: Type.String({ description: 'Path of the logo, or empty.' }),
  has_direct_access: Type.Boolean({ description: 'The person owns it, or a share names the person.' }),
  active_version_id: Type.String({ description: 'Empty while it has no version.' }),
};
/** What every asset that is named is shown with. */
export const ShownEntity = Type.Object(shownFields);
export type ShownEntity = Static<typeof ShownEntity>;

/** What a service answers about its assets that others name: `own` is what it shows of its kind beside. */
export const namedEntityQueries = <
  const Name extends string,
  Own extends TProperties,
  Version extends TSchema,
>(
  service: Name,
  own: Own,
  version: Version,
) =>
  ({
    /**
     * Those that the person may not use now: may not execute (of models) or read (of datasets), or whose version is none of
     * it that is there.
     */
    unusable: query(`${service}.unusable`, NamedEntities, UnusableEntities),
    /**
     * Those that the person may read today, each once. `versions`: the newest 20 as lists show them, the newest first, where
     * the person has no direct access.
     */
    shown: query(
      `${service}.shown`,
      EntityIds,
      Type.Array(Type.Object({ ...shownFields, ...own, versions: Type.Optional(Type.Array(version)) })),
    ),
  }) as const;
