export * from './as-of.js';
export type { AsOfOptions, PointInTimeReader, TimeTravelled } from './time-travelled.js';
export * from './moments.js';
export { differences, type FieldChange } from './differences.js';
export type { CountedAssets } from './counted-assets.js';
export * from './history.js';
export * from './history-page.js';
export type { AdministeredList, AdministeredRecord, AdministeredRecords } from './administered-records.js';
export type { PersonalRecords } from './personal-records.js';
