import { Type } from '@sinclair/typebox';
import { Uuid } from '../../kit/schemas.js';
import { Uid } from '../content/elements.js';

export const tag = 'Graphs';
export const versionPath = '/api/v1/graphs/{id}/versions/{version_id}';

export const OfVersionParams = Type.Object({ id: Uuid, version_id: Uuid });
export const NodeParams = Type.Object({ id: Uuid, version_id: Uuid, node_uid: Uid });
export const EdgeParams = Type.Object({ id: Uuid, version_id: Uuid, edge_uid: Uid });

/** How reads of content go back in time: by the revisions of the content of the version. */
export const ofContent = { timeTravel: true, stream: 'graphContent', streamOf: 'version_id' } as const;
