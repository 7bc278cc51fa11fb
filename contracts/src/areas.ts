import { dataset } from './datasets/asset.js';
import { datasetsArea } from './datasets/area.js';
import * as datasetOperations from './datasets/operations.js';
import { graph } from './graphs/asset.js';
import { graphsArea } from './graphs/area.js';
import * as graphOperations from './graphs/operations.js';
import { identityArea } from './identity/area.js';
import * as identityOperations from './identity/operations.js';
import type { Area } from './kit/area.js';
import { model } from './models/asset.js';
import { modelsArea } from './models/area.js';
import * as modelOperations from './models/operations.js';
import * as platformOperations from './platform/served.js';
import { workflow } from './workflows/asset.js';
import { workflowsArea } from './workflows/area.js';
import * as workflowOperations from './workflows/operations.js';

export * from './datasets/index.js';
export * from './graphs/index.js';
export * from './identity/index.js';
export * from './models/index.js';
export * from './workflows/index.js';

/** The services of the contract, by the first word of their events' stored types: streams, events, states and topics follow. */
const services = {
  identity: identityArea,
  datasets: datasetsArea,
  models: modelsArea,
  workflows: workflowsArea,
  graphs: graphsArea,
};

/** Every kind of asset. */
export const assets = [dataset, model, workflow, graph] as const;

/** A service that the contract knows. */
export type ServiceName = keyof typeof services;

export const areas: Readonly<Record<ServiceName, Area>> = services;

type Served = typeof datasetOperations &
  typeof identityOperations &
  typeof modelOperations &
  typeof workflowOperations &
  typeof graphOperations &
  typeof platformOperations;

/** An interface: a compiler puts the operations of all areas together once, and not at every use. */
export interface Operations extends Served {}

/** Every operation by its id, with its literal types. */
export const operations: Operations = {
  ...datasetOperations,
  ...identityOperations,
  ...modelOperations,
  ...workflowOperations,
  ...graphOperations,
  ...platformOperations,
};
