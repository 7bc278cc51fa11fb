import type { CreateAPIKeyResponse } from '@cairn/contracts';
import type { Answer, DoneReply } from '../handler.js';

export const apiKeysLocation = '/api/v1/me/apikeys';

/** A key that was just made is at its first event, for `If-Match`. */
const FIRST_REVISION = '0';

/** 201 with the key itself: the command alone can tell it, and only now. */
export const apiKeyMade = (reply: DoneReply): Answer => {
  const made = reply.result as CreateAPIKeyResponse;
  const location = `${apiKeysLocation}/${made.id}`;
  return { kind: 'resource', status: 201, body: made, revision: FIRST_REVISION, location };
};
