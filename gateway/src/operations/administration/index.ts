import type { AnyHandler } from '../handler.js';
import * as jobs from './jobs.js';
import * as users from './users.js';

/** What answers administrators about people and their work. */
export const administrationHandlers: readonly AnyHandler[] = [users, jobs].flatMap((resource) =>
  Object.values<AnyHandler>(resource),
);
