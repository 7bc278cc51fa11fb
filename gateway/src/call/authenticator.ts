import type { Principal } from '@cairn/kernel';

/** What is known of a caller's connection. */
interface Caller {
  /** Network address of the client, after trusted proxies. */
  readonly ip: string;
  readonly userAgent: string;
}

/** Finds out who calls. Operations for anybody never ask it. */
export interface Authenticator {
  /**
   * The principal of what came as `Authorization: Bearer`. Throws a `Problem` (`unauthenticated` and its kin, each 401)
   * when there is none, it is unknown, expired or revoked.
   */
  authenticate(bearer: string | undefined, caller: Caller): Promise<Principal>;
}
