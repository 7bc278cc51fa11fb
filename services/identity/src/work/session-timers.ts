import { type SessionEvent, sessionEvents } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';

/** A session is put away when its last refresh token is over. */
export const sessionTimers: TimerRules = {
  version: 1,
  events: [sessionEvents.SessionStarted, sessionEvents.SessionRefreshed, sessionEvents.SessionEnded],
  set: (seen, { id }) => {
    const event = seen as SessionEvent;
    return event.type === 'SessionStarted' || event.type === 'SessionRefreshed'
      ? [{ id, due: event.data.refresh_until, command: 'identity.expireSession', input: { session_id: id } }]
      : [];
  },
  stop: (event, { id }) => (event.type === 'SessionEnded' ? [id] : []),
};
