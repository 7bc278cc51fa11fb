import { errorLogEvents, type identityCommands, type InputOf } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import type { ErrorLogState } from './state.js';

const { ErrorRecorded, ErrorRecurred, ErrorReopened, ErrorResolved } = errorLogEvents;

type Told = InputOf<typeof identityCommands.recordError>;

/**
 * An error is recorded when it comes first, and when it comes again after it was resolved: how often it comes meanwhile
 * the registers count. A report is recorded each time. Where the registers were lost the count begins anew, so that any
 * other count than that of the resolution tells that it came again.
 */
export const decideRecordError = (state: ErrorLogState, { count, first_at, ...error }: Told): Decision => {
  if (state.kind === 'none') return [ErrorRecorded.of({ ...error, at: first_at })];
  const cameAgain = state.origin === 'report' || (state.resolvedAt !== null && state.resolvedAt !== count);
  const { id, user_id, entity_id, request_id, at } = error;
  return cameAgain
    ? [ErrorRecurred.of({ id, user_id, entity_id, at, ...(request_id === undefined ? {} : { request_id }) })]
    : [];
};

export interface Resolution {
  readonly resolved: boolean;
  readonly by: { readonly userId: string; readonly administrator: boolean };
  /** How often it came by now, as far as the registers know. */
  readonly count: number;
}

/** That it is so already is said by nothing. */
export const decideResolveError = (state: ErrorLogState, { resolved, by, count }: Resolution): Decision => {
  if (!by.administrator) return refuse('forbidden', 'Only an administrator may do that.');
  if (state.kind === 'none') return refuse('not_found', 'There is no such error.');
  if (resolved === (state.resolvedAt !== null)) return [];
  const said = { id: state.id, user_id: by.userId };
  return [resolved ? ErrorResolved.of({ ...said, count }) : ErrorReopened.of(said)];
};
