import { hash } from 'node:crypto';
import type { Plan } from '@cairn/contracts';
import {
  type Clock,
  type EventLog,
  type Position,
  type Principal,
  type Quotas,
  type QuotasInForce,
  type Registers,
  type Rights,
  Streams,
  userPrincipal,
  type Vault,
  type Logger,
} from '@cairn/kernel';
import { idOfApiKey, isRowOfKey, KEY_START, looksLikeApiKey } from '../../credentials/api-key-text.js';
import { openSessionToken, type SessionToken } from '../../credentials/session-token.js';
import { apiKey, isInForce } from '../../domain/api-key/state.js';
import { IDLE_MS } from '../../domain/session/lifetime.js';
import { type OpenSession, outlives, session } from '../../domain/session/state.js';
import { type Account, user } from '../../domain/user/state.js';
import { membership } from '../../domain/membership/state.js';
import { organization } from '../../domain/organization/state.js';
import { project } from '../../domain/project/state.js';
import { QUOTAS, quota, type QuotaState } from '../../domain/quota/state.js';
import { RATE_LIMITS, rateLimit, type RateLimitState } from '../../domain/rate-limit/state.js';
import { role } from '../../domain/role/state.js';
import { team } from '../../domain/team/state.js';
import { rightsFrom } from '../../rights/rights.js';
import { isUsable, isWithinReach, keyPrincipal } from '../../rights/key-principal.js';
import { planIn, quotasFrom } from './quotas.js';
import { FollowedSettings } from './followed-settings.js';
import { FollowedStreams } from './followed-streams.js';
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
  /** How long a proof of the rights is waited for, milliseconds; a second, times the patience, when absent. */
  readonly provenWithinMs?: number;
}

/** What a bearer was found to be; what it may do now is looked up each time. */
type Proof = ({ readonly kind: 'session' } & SessionToken) | { readonly kind: 'key'; readonly id: string };

const CAPACITY = 60_000;
/** What the folds may take beside, bytes: a stream that has changed is read on from its own. */
const CACHED_BYTES = 64_000_000;
const LONGEST_BEARER = 4_096;

/**
 * Finds out who calls, from the log itself: a logout, a disabled account, a changed password, a disabled key is refused
 * from the moment on at which the write that did it was answered (law 2, S18).
 */
export class Authenticator {
  readonly #streams: FollowedStreams;
  /** What people hold in groups, as far as `prove` has proved it. */
  readonly rights: Rights;
  readonly #rateLimits: FollowedSettings<RateLimitState>;
  readonly #quotas: FollowedSettings<QuotaState>;
  readonly #follower: RightsFollower;
  readonly #ring: SessionKeyRing;
  readonly #proofs = new LeastRecentlyUsed<Proof>(CAPACITY);
  readonly #sessionUses: LastUses;
  readonly #keyUses: LastUses;
  readonly #userUses: LastUses;

  constructor(private readonly options: AuthenticatorOptions) {
    const { log, registers, logger, vault, clock, monotonic = () => performance.now() } = options;
    const { moved, provenWithinMs } = options;
    const streams = new Streams({ log, registers, logger, cachedBytes: CACHED_BYTES });
    this.#streams = new FollowedStreams(streams, CAPACITY);
    this.rights = rightsFrom(this.#streams, clock);
    this.#rateLimits = new FollowedSettings(rateLimit, RATE_LIMITS, { streams, logger });
    this.#quotas = new FollowedSettings(quota, QUOTAS, { streams, logger });
    this.#ring = new SessionKeyRing(vault, monotonic);
    this.#sessionUses = new LastUses({ registers, logger, what: 'session', ttlMs: IDLE_MS });
    this.#keyUses = new LastUses({ registers, logger, what: 'api-key' });
    this.#userUses = new LastUses({ registers, logger, what: 'user' });
    this.#follower = new RightsFollower({
      log,
      categories: CATEGORIES,
      logger,
      monotonic,
      changed: (stream, recorded) => {
        this.#streams.invalidate(stream);
        this.#rateLimits.happened(stream, recorded);
        this.#quotas.happened(stream, recorded);
      },
      ...(moved === undefined ? {} : { moved }),
      ...(provenWithinMs === undefined ? {} : { provenWithinMs }),
    });
  }

  /** Answers when it follows the log; it does so until the signal aborts. May be called again when it has failed. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#follower.start(signal);
    await Promise.all([this.#rateLimits.read(), this.#quotas.read()]);
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

  /** What administrators set of the rates, as far as it follows the log. */
  get rateLimits(): RateLimitState['set'] {
    return this.#rateLimits.state.set;
  }

  /** The plan of an organization, if it is at hand: it is for who calls with a key of it. */
  planOf(organizationId: string): Plan | undefined {
    const state = this.#streams.known(organization, organizationId);
    return state && planIn(state);
  }

  /** How much may be stored, as far as it follows the log, over what the configuration says. */
  quotasOver(configured: Quotas): QuotasInForce {
    const planOf = async (id: string) => planIn((await this.#streams.current(organization, id)).state);
    return quotasFrom({ set: async () => this.#quotas.state.set, planOf }, configured);
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
    const state = this.#streams.known(apiKey, id) ?? (await this.#streams.current(apiKey, id)).state;
    if (state.kind !== 'key') return undefined;
    const row = await this.options.vault.findCredential(state.credentialId);
    return isRowOfKey(row, bearer) ? { kind: 'key', id } : undefined;
  }

  async #person(token: SessionToken): Promise<Principal> {
    const now = this.options.clock.now();
    const isSigned = this.#ring.hasNow(token.keyId) ?? (await this.#ring.has(token.keyId));
    if (!isSigned || token.expiresAt <= now) throw new Unauthenticated();
    const { sessionId } = token;
    const state =
      this.#streams.known(session, sessionId) ?? (await this.#streams.current(session, sessionId)).state;
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
    const key = (await this.#streams.current(apiKey, id)).state;
    if (key.kind !== 'key' || !isUsable(key, now)) throw new Unauthenticated();
    const owner = await this.#account(key.userId);
    if (!isInForce(key, owner) || !(await isWithinReach(this.rights, key))) throw new Unauthenticated();
    this.#keyUses.touch(id, now);
    this.#userUses.touch(owner.id, now);
    return keyPrincipal(key, owner);
  }

  /** The account of a session or key, as long as it may do anything. */
  async #account(id: string): Promise<Account> {
    const state = this.#streams.known(user, id) ?? (await this.#streams.current(user, id)).state;
    if (state.kind !== 'account' || state.disabled) throw new Unauthenticated();
    return state;
  }
}

/** What changes who may do what, and how often. */
const CATEGORIES = [
  session,
  user,
  apiKey,
  membership,
  organization,
  team,
  project,
  role,
  rateLimit,
  quota,
].map(({ category }) => category);

/** Makes the authenticator; nothing runs until `start`. */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticator =>
  new Authenticator(options);
