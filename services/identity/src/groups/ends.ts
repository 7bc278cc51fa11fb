import { isRefusal, type Refusal, refuse, utcTime } from '@cairn/kernel';
import { ORG_ADMIN, type RoleFacts } from '../domain/role/system-roles.js';

/** Until when a membership is to be, or why not then: an administrator of an organization has no end (SPEC-22). */
export const endRefusal = (
  role: RoleFacts,
  until: string | null,
  at: string,
  field = 'expires_at',
): Refusal | undefined => {
  if (until === null) return undefined;
  const wrong = (message: string): Refusal =>
    refuse('invalid_body', 'The end is not valid.', [{ pointer: `/${field}`, code: 'format', message }]);
  if (role.id === ORG_ADMIN.id) return wrong('is not taken: an administrator has no end');
  return until > at ? undefined : wrong('is in the past');
};

/** A time as it is compared: UTC with milliseconds. */
export const normalTime = (time: string | null | undefined): string | null =>
  typeof time === 'string' ? utcTime(time) : null;

/** The first refusal among some. */
export const firstRefusal = (...those: readonly unknown[]): Refusal | undefined => those.find(isRefusal);
