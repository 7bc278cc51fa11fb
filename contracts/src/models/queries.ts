import { Type } from '@sinclair/typebox';
import { namedEntityQueries } from '../assets/named-entities.js';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import { AdminSimpleUserInfo } from './application.js';
import { model } from './asset.js';
import { ModelVersion } from './version.js';

/** What other services, and gateways, may ask of models. */
export const modelQueries = {
  ...model.queries,
  ...namedEntityQueries('models', { kind: Type.String(), application_id: Type.String() }, ModelVersion),
  /**
   * Who has models of an application today, those with the most first: 100 persons, of its newest 10,000 models. For
   * administrators: refuses `administrator_required`.
   */
  usersOfApplication: query(
    'models.usersOfApplication',
    Type.Object({ application_id: Uuid }),
    Type.Array(AdminSimpleUserInfo),
  ),
  /** A model that the person may execute, and a version of it where one is named; else `not_found`. */
  executable: query(
    'models.executable',
    Type.Object({ model_id: Uuid, version_id: Type.Optional(Uuid) }),
    Type.Object({ model_id: Uuid }),
  ),
  /** Those of some models that the person may see: how they are called. */
  named: query(
    'models.named',
    Type.Object({ ids: Type.Array(Uuid, { maxItems: 1_000 }) }),
    Type.Array(Type.Object({ id: Uuid, name: Type.String(), kind: Type.String() })),
  ),
} as const;
