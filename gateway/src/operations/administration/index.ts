import type { AnyHandler } from '../../call/handler.js';
import * as errors from './errors.js';
import * as jobs from './jobs.js';
import { getMyUsage, getOrganizationUsage } from './usage.js';
import * as users from './users.js';

/** What answers administrators about people, their work, and what goes wrong and what is used. */
export const administrationHandlers: readonly AnyHandler[] = [
  ...[users, jobs, errors].flatMap((resource) => Object.values<AnyHandler>(resource)),
  getMyUsage,
  getOrganizationUsage,
];
