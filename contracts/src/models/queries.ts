import { Type } from '@sinclair/typebox';
import { assetQueries } from '../assets/queries.js';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import { AdminSimpleUserInfo } from './application.js';

/** What other services, and gateways, may ask of models. */
export const modelQueries = {
  ...assetQueries('models'),
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
