export { type BoundOfDay, type CountingTools, countingInDay, type CountOfDay } from './counts-of-day.js';
