import { Type } from '@sinclair/typebox';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import { AdminSimpleUserInfo } from './application.js';
import { model } from './asset.js';

/** What other services, and gateways, may ask of models. */
export const modelQueries = {
  ...model.queries,
  /**
   * Who has models of an application today, those with the most first: 100 persons, of its newest 10,000 models. For
   * administrators: refuses `administrator_required`.
   */
  usersOfApplication: query(
    'models.usersOfApplication',
    Type.Object({ application_id: Uuid }),
    Type.Array(AdminSimpleUserInfo),
  ),
} as const;
