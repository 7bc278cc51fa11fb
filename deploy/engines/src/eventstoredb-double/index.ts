export { startEventStoreDbDouble, type DoubleOptions, type EventStoreDbDouble } from './double.js';
