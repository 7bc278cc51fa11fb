import { createAuthenticator } from '@cairn/identity';
import type { Logger, OpenEngines, Position, Principal, Started } from '@cairn/kernel';

/** Who may do what, as this gateway knows it, and when what changes it is seen by all gateways. */
export interface Rights {
  /** Who holds the bearer. Throws `Unauthenticated`, and `AccessUnproven` when nobody can tell what is true now. */
  authenticate(this: void, bearer: string | undefined): Promise<Principal>;
  /** Whether every change of rights up to a position is in force everywhere, within the time. */
  caughtUpTo(this: void, position: Position, timeoutMs: number): Promise<boolean>;
}

/** Those of a gateway that is the only one. */
export const ownRights = async (engines: OpenEngines, logger: Logger, started: Started): Promise<Rights> => {
  const stopping = new AbortController();
  const authenticator = createAuthenticator({ ...engines, logger });
  await authenticator.start(stopping.signal);
  started.then(async () => {
    stopping.abort();
    await authenticator.stopped();
  });
  return {
    authenticate: (bearer) => authenticator.authenticate(bearer),
    caughtUpTo: (position, timeoutMs) => authenticator.caughtUpTo(position, timeoutMs),
  };
};
