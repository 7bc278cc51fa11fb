import { Type } from '@sinclair/typebox';
import { Uuid } from '../../kit/schemas.js';

export const tag = 'Workflows';

/** Paths and their parameters, spelt as the specification spells them. */
export const versionPath = '/api/v1/workflows/{workflow_id}/versions/{version_id}';
export const graphPath = `${versionPath}/graph` as const;
export const validatePath = `${versionPath}/validate` as const;

export const OfVersionParams = Type.Object({ workflow_id: Uuid, version_id: Uuid });
export const PartParams = Type.Object({ workflow_id: Uuid, version_id: Uuid, id: Uuid });
