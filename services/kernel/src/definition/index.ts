export type * from './service-port.js';
export { defineService, type DescribedService, type ServiceParts } from './define-service.js';
export * from './service.js';
