import { identityCommands, type SessionEnding } from '@cairn/contracts';
import {
  type Document,
  causedBy,
  derivedId,
  NotYet,
  pagesOf,
  type Position,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { user } from '../domain/user/state.js';
import { API_KEYS } from '../read-models/api-keys/project.js';
import { SESSIONS } from '../read-models/sessions/project.js';

type Seen = ProjectedEvent;

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
  for await (const session of ownedBy(tools, seen, SESSIONS))
    if (isOver(session)) {
      const call = { id: derivedId(seen.eventId, session.id), ...causedBy(seen) };
      const reply = await tools.execute(identityCommands.endSession, { id: session.id, reason }, call);
      if (reply.status === 'done' && reply.position > last) last = reply.position;
    }
  return last;
};

/** Deletes the API keys that an account's event has revoked: none of them works any more, and now none is listed. */
export const deleteRevokedKeys = async (tools: ServiceTools, seen: Seen): Promise<void> => {
  const { state } = await tools.streams.current(user, seen.id);
  for await (const key of ownedBy(tools, seen, API_KEYS))
    if (key['deleted'] !== true && state.kind === 'account' && Number(key['epoch']) < state.keyEpoch)
      await tools.execute(
        identityCommands.deleteAPIKey,
        { id: key.id },
        { id: derivedId(seen.eventId, key.id), ...causedBy(seen) },
      );
};

async function* ownedBy(tools: ServiceTools, seen: Seen, collection: string): AsyncGenerator<Document> {
  if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind to find all that is revoked');
  const filter = { fields: { user_id: seen.id } };
  for await (const page of pagesOf(tools.documents, collection, filter, AT_ONCE)) yield* page;
}
