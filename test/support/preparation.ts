import type { PlainRequest } from '@cairn/client';
import type { ServedCairn } from './topology.js';
import type { World } from './world.js';

/** What must be there for an operation to succeed, and what its request says of that. */
export type Preparation = (cairn: ServedCairn, world: World) => Promise<Partial<PlainRequest>>;
