import type { SessionEnding } from '@cairn/contracts';
import {
  type Document,
  derivedId,
  NotYet,
  pagesOf,
  type Position,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { user } from '../domain/user/state.js';
import { SESSIONS } from '../read-models/sessions/project.js';

type Seen = ProjectedEvent & { readonly eventId: string };

const REACHED_WITHIN_MS = 10_000;
const AT_ONCE = 200;

/**
 * Puts away the sessions that an account's event has ended: none of them works any more, and now none is kept.
 * Waits for the read model first, so that every session that began before the event is found. Answers the position of
 * the last end.
 */
export const endRevokedSessions = async (
  tools: ServiceTools,
  seen: Seen,
  reason: SessionEnding,
): Promise<Position> => {
  const { state } = await tools.streams.current(user, seen.id);
  let last = seen.position;
  const isOver = (session: Document): boolean =>
    state.kind !== 'account' ||
    (Number(session['epoch']) < state.epoch && session.id !== state.keptSessionId);
  for await (const session of sessionsOf(tools, seen))
    if (isOver(session)) {
      const reply = await tools.execute({
        name: 'identity.endSession',
        input: { session_id: session.id, reason },
        id: derivedId(seen.eventId, session.id),
        causation: seen.eventId,
      });
      if (reply.status === 'done' && reply.position > last) last = reply.position;
    }
  return last;
};

async function* sessionsOf(tools: ServiceTools, seen: Seen): AsyncGenerator<Document> {
  if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind to find all sessions');
  const filter = { fields: { user_id: seen.id } };
  for await (const page of pagesOf(tools.documents, SESSIONS, filter, AT_ONCE)) yield* page;
}
