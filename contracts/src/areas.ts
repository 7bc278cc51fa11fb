import { dataset } from './datasets/asset.js';
import { datasetsArea } from './datasets/area.js';
import * as datasetOperations from './datasets/operations.js';
import { identityArea } from './identity/area.js';
import * as identityOperations from './identity/operations.js';
import type { Area } from './kit/area.js';
import { model } from './models/asset.js';
import { modelsArea } from './models/area.js';
import * as modelOperations from './models/operations.js';
import * as platformOperations from './platform/served.js';

export * from './datasets/index.js';
export * from './identity/index.js';
export * from './models/index.js';

/** The services of the contract, by the first word of their events' stored types: streams, events, states and topics follow. */
const services = { identity: identityArea, datasets: datasetsArea, models: modelsArea };

/** Every kind of asset. */
export const assets = [dataset, model] as const;

/** A service that the contract knows. */
export type ServiceName = keyof typeof services;

export const areas: Readonly<Record<ServiceName, Area>> = services;

type Served = typeof datasetOperations &
  typeof identityOperations &
  typeof modelOperations &
  typeof platformOperations;

/** An interface: a compiler puts the operations of all areas together once, and not at every use. */
export interface Operations extends Served {}

/** Every operation by its id, with its literal types. */
export const operations: Operations = {
  ...datasetOperations,
  ...identityOperations,
  ...modelOperations,
  ...platformOperations,
};
