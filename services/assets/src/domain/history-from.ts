import { NOW } from '@cairn/contracts';
import { type Refusal, refuse } from '@cairn/kernel';

/**
 * Where a body wants the visible history to begin, as the event tells it: a time in UTC with milliseconds, `now`, null
 * for the beginning, `undefined` when the body says nothing. `at` is now. Refuses `in_future` and what is no time.
 */
export const beginningOf = (
  wanted: string | null | undefined,
  at: string,
): string | null | undefined | Refusal => {
  if (wanted === undefined || wanted === null || wanted === NOW) return wanted;
  const ms = Date.parse(wanted);
  if (Number.isNaN(ms)) return refused('invalid_body', 'is not a time');
  if (ms > Date.parse(at)) return refused('in_future', 'has not come yet');
  return new Date(Math.max(ms, 0)).toISOString();
};

const refused = (code: 'invalid_body' | 'in_future', message: string): Refusal =>
  refuse(code, `\`history_from\` ${message}.`, [{ pointer: '/history_from', code, message }]);

/** What an event at a time says of the beginning: `now` is that time, so that what it was set with is part of it. */
export const beginningAt = (told: string | null, at: string): string | null => (told === NOW ? at : told);
