import { hash } from 'node:crypto';
import {
  type Clock,
  categoryOf,
  type EventLog,
  idOf,
  type Position,
  type Principal,
  type Registers,
  tokensOf,
  userPrincipal,
  type Vault,
  type Logger,
} from '@cairn/kernel';
import { idOfApiKey, isRowOfKey, KEY_START, looksLikeApiKey } from '../../credentials/api-key-text.js';
import { openSessionToken, type SessionToken } from '../../credentials/session-token.js';
import { type ApiKey, apiKey, endOf, isInForce } from '../../domain/api-key/state.js';
import { IDLE_MS } from '../../domain/session/lifetime.js';
import { type OpenSession, outlives, session } from '../../domain/session/state.js';
import { type Account, user } from '../../domain/user/state.js';
import { FoldedStreams } from './folded-streams.js';
import { LastUses } from './last-uses.js';
import { LeastRecentlyUsed } from './least-recently-used.js';
import { AccessUnproven, Unauthenticated } from './refusals.js';
import { RightsFollower } from './rights-follower.js';
import { SessionKeyRing } from './session-key-ring.js';

export interface AuthenticatorOptions {
  readonly log: EventLog;
  readonly registers: Registers;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds that never run backwards; the process's own when absent. */
  readonly monotonic?: () => number;
  /** Called when a change of rights was applied. */
  readonly moved?: () => void;
}

/** What a bearer was found to be; what it may do now is looked up each time. */
type Proof = ({ readonly kind: 'session' } & SessionToken) | { readonly kind: 'key'; readonly id: string };

const CAPACITY = 20_000;
const LONGEST_BEARER = 4_096;

/**
 * Finds out who calls, from the log itself: a logout, a disabled account, a changed password, a disabled key is refused
 * from the moment on at which the write that did it was answered (law 2, S18).
 */
export class Authenticator {
  readonly #sessions;
  readonly #users;
  readonly #keys;
  readonly #follower: RightsFollower;
  readonly #ring: SessionKeyRing;
  readonly #proofs = new LeastRecentlyUsed<Proof>(CAPACITY);
  readonly #sessionUses: LastUses;
  readonly #keyUses: LastUses;
  readonly #userUses: LastUses;

  constructor(private readonly options: AuthenticatorOptions) {
    const { log, registers, logger, vault, monotonic = () => performance.now(), moved } = options;
    this.#sessions = new FoldedStreams(session, log, CAPACITY);
    this.#users = new FoldedStreams(user, log, CAPACITY);
    this.#keys = new FoldedStreams(apiKey, log, CAPACITY);
    this.#ring = new SessionKeyRing(vault, monotonic);
    this.#sessionUses = new LastUses({ registers, logger, what: 'session', ttlMs: IDLE_MS });
    this.#keyUses = new LastUses({ registers, logger, what: 'api-key' });
    this.#userUses = new LastUses({ registers, logger, what: 'user' });
    const kinds = new Map(
      [this.#sessions, this.#users, this.#keys].map((streams, index) => [CATEGORIES[index]!, streams]),
    );
    const changed = (stream: string): void => kinds.get(categoryOf(stream))?.invalidate(stream, idOf(stream));
    this.#follower = new RightsFollower({
      log,
      categories: CATEGORIES,
      logger,
      monotonic,
      changed,
      ...(moved === undefined ? {} : { moved }),
    });
  }

  /** Answers when it follows the log; it does so until the signal aborts. */
  start(signal: AbortSignal): Promise<void> {
    return this.#follower.start(signal);
  }

  /** Answers when it has ended; call it after the signal given to `start` was aborted. */
  stopped(): Promise<void> {
    return this.#follower.stopped();
  }

  /** Whether every change of rights up to a position is seen from now on, within the time. */
  caughtUpTo(position: Position, timeoutMs: number): Promise<boolean> {
    return this.#follower.caughtUpTo(position, timeoutMs);
  }

  /** Proves that it knows every change of rights in the log, and answers how far that is. Throws `AccessUnproven`. */
  async prove(): Promise<Position> {
    await this.#follower.prove();
    return this.#follower.position;
  }

  /** Every change of rights up to here is known. */
  get position(): Position {
    return this.#follower.position;
  }

  /** Who holds the bearer. Throws `Unauthenticated`, and `AccessUnproven` when it cannot tell what is true now. */
  async authenticate(bearer: string | undefined): Promise<Principal> {
    if (bearer === undefined || bearer.length > LONGEST_BEARER) throw new Unauthenticated();
    if (!this.#follower.isProven()) await this.#follower.prove();
    try {
      return await this.#principal(bearer);
    } catch (error) {
      throw error instanceof Unauthenticated ? error : new AccessUnproven({ cause: error });
    }
  }

  async #principal(bearer: string): Promise<Principal> {
    const digest = hash('sha256', bearer, 'base64url');
    const proof = this.#proofs.get(digest) ?? (await this.#proofOf(bearer, digest));
    return proof.kind === 'session' ? this.#person(proof) : this.#keyHolder(proof.id);
  }

  async #proofOf(bearer: string, digest: string): Promise<Proof> {
    const proof = bearer.startsWith(KEY_START)
      ? await this.#proofOfKey(bearer)
      : await this.#proofOfSession(bearer);
    if (proof === undefined) throw new Unauthenticated();
    this.#proofs.set(digest, proof);
    return proof;
  }

  async #proofOfSession(bearer: string): Promise<Proof | undefined> {
    const token = openSessionToken(bearer, await this.#ring.forToken(bearer), this.options.clock.now());
    return token && { kind: 'session', ...token };
  }

  async #proofOfKey(bearer: string): Promise<Proof | undefined> {
    if (!looksLikeApiKey(bearer)) return undefined;
    const id = idOfApiKey(bearer);
    const state = this.#keys.known(id) ?? (await this.#keys.state(id));
    if (state.kind !== 'key') return undefined;
    const row = await this.options.vault.findCredential(state.credentialId);
    return isRowOfKey(row, bearer) ? { kind: 'key', id } : undefined;
  }

  async #person(token: SessionToken): Promise<Principal> {
    const now = this.options.clock.now();
    const isSigned = this.#ring.hasNow(token.keyId) ?? (await this.#ring.has(token.keyId));
    if (!isSigned || token.expiresAt <= now) throw new Unauthenticated();
    const { sessionId } = token;
    const state = this.#sessions.known(sessionId) ?? (await this.#sessions.state(sessionId));
    if (state.kind !== 'open') throw new Unauthenticated();
    const owner = await this.#account(state.userId);
    if (!outlives(owner, state) || (await this.#isIdle(state, now))) throw new Unauthenticated();
    this.#sessionUses.touch(sessionId, now);
    this.#userUses.touch(owner.id, now);
    return userPrincipal(owner, sessionId);
  }

  /** Another gateway may have seen it later than this one: nobody is refused before that was asked. */
  async #isIdle(state: OpenSession, now: number): Promise<boolean> {
    const isOver = (used: number): boolean => now - Math.max(used, Date.parse(state.refreshedAt)) > IDLE_MS;
    return isOver(this.#sessionUses.known(state.id) ?? 0) && isOver(await this.#sessionUses.last(state.id));
  }

  async #keyHolder(id: string): Promise<Principal> {
    const now = this.options.clock.now();
    const key = this.#keys.known(id) ?? (await this.#keys.state(id));
    if (key.kind !== 'key' || !isUsable(key, now)) throw new Unauthenticated();
    const owner = await this.#account(key.userId);
    if (!isInForce(key, owner)) throw new Unauthenticated();
    this.#keyUses.touch(id, now);
    this.#userUses.touch(owner.id, now);
    return keyPrincipal(key, owner);
  }

  /** The account of a session or key, as long as it may do anything. */
  async #account(id: string): Promise<Account> {
    const state = this.#users.known(id) ?? (await this.#users.state(id));
    if (state.kind !== 'account' || state.disabled) throw new Unauthenticated();
    return state;
  }
}

const CATEGORIES = [session.category, user.category, apiKey.category];

const isUsable = (key: ApiKey, now: number): boolean => {
  const end = endOf(key);
  return !key.disabled && (end === null || Date.parse(end) > now);
};

/** A key's rights are its scopes, of what its owner may do now (decisions, section 3). */
const keyPrincipal = (key: ApiKey, owner: Account): Principal => ({
  kind: 'key',
  userId: owner.id,
  apiKeyId: key.id,
  ...(key.organizationId === null ? {} : { organizationId: key.organizationId }),
  scopes: key.scopes,
  administrator: owner.administrator,
  tokens: tokensOf(owner.id),
});

/** Makes the authenticator; nothing runs until `start`. */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticator =>
  new Authenticator(options);
