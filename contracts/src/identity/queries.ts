import { Type } from '@sinclair/typebox';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import { User } from './resources.js';
import { KeyRef, NamedSecret } from './secret.js';

/** What other services may ask of identity. */
export const identityQueries = {
  /**
   * Whom somebody means who shares something, by exactly one of the two. Refuses `user_unknown` for an id that is no
   * account's. Nobody learns by an address whether there is an account, unless they have an organization in common.
   */
  sharee: query(
    'identity.sharee',
    Type.Object({ email: Type.Optional(Type.String()), user_id: Type.Optional(Uuid) }),
    Type.Object({
      user_id: Type.Optional(Uuid),
      address_key: Type.Optional(
        Type.String({ description: 'The same for the same address, and tells nothing of it.' }),
      ),
      immediate: Type.Boolean({ description: 'They have an organization in common.' }),
    }),
  ),
  /**
   * The address of the person itself; nothing of an account that cannot be used. What waits for it is theirs by itself when
   * it is verified, else by what was mailed to it.
   */
  ownAddress: query(
    'identity.ownAddress',
    Type.Object({}),
    Type.Object({ address_key: Type.Optional(Type.String()), verified: Type.Boolean() }),
  ),
  /**
   * Accounts as administrators see them, in the order of their ids in the question; who is erased or not known is left
   * out. Refuses `administrator_required`.
   */
  peopleById: query(
    'identity.peopleById',
    Type.Object({ ids: Type.Array(Uuid, { maxItems: 100 }) }),
    Type.Array(User),
  ),
  /**
   * A secret as it is named where something is sent to a provider: of the person who asks, or of an organization in which
   * they hold `secrets:read`. All else is refused `not_found`. Its value is answered by no query.
   */
  secretNamed: query(
    'identity.secretNamed',
    Type.Object({ key_ref: KeyRef, organization_id: Type.Optional(Uuid) }),
    NamedSecret,
  ),
} as const;
