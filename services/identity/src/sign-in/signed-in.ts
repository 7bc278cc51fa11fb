import type { SignedIn } from '@cairn/contracts';
import type { Vault } from '@cairn/kernel';
import { writeRefreshToken } from '../credentials/refresh-token.js';
import { signSessionToken } from '../credentials/session-token.js';
import type { OpenSession } from '../domain/session/state.js';

/** The tokens of a session as it stands; the same state gives the same tokens, so that a retry is answered alike. */
export const signedIn = async (vault: Vault, state: OpenSession): Promise<SignedIn> => ({
  session_id: state.id,
  user_id: state.userId,
  bearer: await signSessionToken(
    vault,
    { sessionId: state.id, userId: state.userId },
    { issuedAt: state.refreshedAt, expiresAt: state.expiresAt },
  ),
  expires_at: state.expiresAt,
  refresh_token: await writeRefreshToken(vault, { sessionId: state.id, generation: state.generation }),
});
