import { accountErrors } from './account-errors.js';
import { groupErrors } from './group-errors.js';

/** What can be refused about accounts, and about organizations, teams, projects and roles. */
export const identityErrors = { ...accountErrors, ...groupErrors } as const;
