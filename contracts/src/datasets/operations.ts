export * from './operations/annotations.js';
export * from './operations/datasets.js';
export * from './operations/history.js';
export { importDataset, importDatasetFormat } from './operations/import-export.js';
export * from './operations/items.js';
export * from './operations/labels.js';
export * from './operations/splits.js';
export { getMyUsage, getOrganizationUsage } from './operations/usage.js';
export * from './operations/versions.js';
