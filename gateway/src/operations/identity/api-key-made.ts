import type { CreateAPIKeyResponse } from '@cairn/contracts';
import type { Answer, DoneReply } from '../handler.js';

export const apiKeysLocation = '/api/v1/me/apikeys';

/** 201 with the key itself: the command alone can tell it, and only now. */
export const apiKeyMade = (reply: DoneReply): Answer => {
  const made = reply.result as CreateAPIKeyResponse;
  return { kind: 'resource', status: 201, body: made, location: `${apiKeysLocation}/${made.id}` };
};
