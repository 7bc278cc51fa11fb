import type { Clock } from '@cairn/kernel';
import { anonymous } from '@cairn/kernel';
import { callerOf } from './caller.js';
import type { Exchange } from './exchange.js';

const MINUTE_MS = 60_000;
const MOST_CALLERS = 10_000;
const OF_RIGHTS = new Set([401, 403, 423]);
/** Wrong secrets that are told by another status. */
const WRONG_SECRETS = new Set(['password_incorrect', 'reset_token_invalid', 'verify_token_invalid']);

/**
 * How loudly a refusal is told (S42): one for lack of rights at `warn`, where an operator sees it unless he chose
 * otherwise, a mistake of the caller at `info`. Of a caller over its rate one line a minute: the flood is not doubled.
 */
export class Audit {
  #minute = 0;
  readonly #told = new Set<string>();

  constructor(private readonly clock: Clock) {}

  levelOf(exchange: Exchange, status: number): 'warn' | 'info' | 'debug' {
    if (status === 429) return this.#isFirst(exchange) ? 'warn' : 'debug';
    return this.isOfRights(exchange, status) ? 'warn' : 'info';
  }

  /** Whether it was refused for lack of rights, or for a wrong secret. */
  isOfRights(exchange: Exchange, status: number): boolean {
    return (
      OF_RIGHTS.has(status) ||
      WRONG_SECRETS.has(exchange.refused ?? '') ||
      isUnknownToCaller(exchange, status)
    );
  }

  /** Whether this caller has not been told of in this minute; what comes after very many callers is not. */
  #isFirst({ principal, ip }: Exchange): boolean {
    const minute = Math.floor(this.clock.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#told.clear();
    this.#minute = minute;
    const caller = callerOf(principal ?? anonymous, ip);
    if (this.#told.has(caller) || this.#told.size >= MOST_CALLERS) return false;
    this.#told.add(caller);
    return true;
  }
}

/** What somebody who is known asked for and may not know of, or what is not there. */
const isUnknownToCaller = ({ principal, route }: Exchange, status: number): boolean =>
  status === 404 && principal !== undefined && principal.kind !== 'anonymous' && route !== undefined;
