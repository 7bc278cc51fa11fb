import { createHmac } from 'node:crypto';
import {
  derivedId,
  type Clock,
  type Json,
  type Logger,
  type Register,
  type Registers,
  type Vault,
} from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import type { Rendered } from '../answers/rendered.js';
import { KeptBytes } from './kept-bytes.js';
import { openReply, type ReplySecret, sealReply } from './sealed-reply.js';

/** What a record in the registers holds. `free`: the try before came to nothing. */
type State =
  | { readonly state: 'running'; readonly digest: string }
  | { readonly state: 'done'; readonly digest: string; readonly reply: string }
  | { readonly state: 'free' };

/** An unsafe request that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  /** HMAC-SHA-256 of the request under a server key, base64url. */
  readonly digest: string;
  /** How long the key is its own while it runs, milliseconds: longer than it takes, and not much longer, for a crash. */
  readonly heldMs: number;
}

export type Claim =
  | { readonly kind: 'replay'; readonly reply: Rendered }
  | {
      readonly kind: 'run';
      /** The same whenever this key comes again (law 3). */
      readonly commandId: string;
      /** Keeps the reply for a day, or with `undefined` frees the key: nothing happened, or the log knows it. */
      readonly settle: (reply: Rendered | undefined) => Promise<void>;
    };

const KEPT_MS = 24 * 3_600_000;
const FREED_MS = 1000;
/** Larger replies are not kept: a retry is recognised by the log and answered by the query. */
const MAX_REPLY = 256_000;
/** Nor is more than this of a caller in a day: nobody fills the registers with answers. */
const MAX_KEPT_BYTES = 256_000_000;
/** What the server keys are for by which commands are known again (law 3). */
export const COMMAND_IDS = 'command-id';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key as the header has it. Throws `invalid_header`. */
export const idempotencyKeyOf = (header: string | undefined): string | undefined => {
  if (header === undefined || KEY.test(header)) return header;
  throw new Problem('invalid_header', '`Idempotency-Key` is 1 to 255 visible characters of ASCII.');
};

/**
 * Remembers requests by their `Idempotency-Key`: the same again gets the same answer (SPEC-idempotency; law 3). What
 * is remembered is a comfort: after a crash the command is recognised by its id in the log. Throws `RegistersUnavailable`.
 */
export class Idempotency {
  readonly #kept: KeptBytes;

  constructor(
    private readonly options: {
      readonly vault: Vault;
      readonly registers: Registers;
      readonly clock: Clock;
      readonly logger: Logger;
      /** Of a caller's replies in a day. */
      readonly maxKeptBytes?: number;
    },
  ) {
    this.#kept = new KeptBytes(options.clock, options.maxKeptBytes ?? MAX_KEPT_BYTES);
  }

  /** Takes the key for this request. Throws `idempotency_mismatch` and `idempotency_running`. */
  async claim(request: KeyedRequest): Promise<Claim> {
    const names = await this.#names(request);
    for (const name of names) {
      const register = await this.options.registers.get(name.secret.record);
      if (register !== undefined && stateOf(register).state !== 'free')
        return this.#known(request, name, stateOf(register));
    }
    return this.#taken(request, names[0]!);
  }

  /** Where the request may be remembered: under the newest server key, and under the one before it. */
  async #names(request: KeyedRequest): Promise<readonly Name[]> {
    const keys = await this.options.vault.serverKeys(COMMAND_IDS);
    return keys.map(({ key }) => {
      const mac = createHmac('sha256', key)
        .update([request.caller, request.operation, request.key].join('\0'))
        .digest('base64url');
      return {
        commandId: derivedId('command', mac),
        secret: { clientKey: request.key, serverKey: key, record: `idempotency:${mac}` },
      };
    });
  }

  async #taken(request: KeyedRequest, name: Name): Promise<Claim> {
    const { registers } = this.options;
    const { record } = name.secret;
    const before = await registers.get(record);
    const running: State = { state: 'running', digest: request.digest };
    const mine =
      before === undefined || stateOf(before).state === 'free'
        ? await registers.compareAndSet(record, before?.revision, running, request.heldMs)
        : undefined;
    if (mine === undefined) throw new Problem('idempotency_running');
    return {
      kind: 'run',
      commandId: name.commandId,
      settle: (reply) => this.#settle(request, name, mine, reply),
    };
  }

  #known(request: KeyedRequest, name: Name, state: State): Claim {
    if (state.state === 'free') throw new Problem('idempotency_running');
    if (state.digest !== request.digest) throw new Problem('idempotency_mismatch');
    if (state.state === 'running') throw new Problem('idempotency_running');
    return { kind: 'replay', reply: openReply(state.reply, name.secret) };
  }

  #isKept(caller: string, length: number): boolean {
    return length <= MAX_REPLY && this.#kept.take(caller, length);
  }

  /** Fails silently but for the log: the answer is not worth less for it. */
  async #settle(
    request: KeyedRequest,
    name: Name,
    mine: Register,
    reply: Rendered | undefined,
  ): Promise<void> {
    const isKept = reply !== undefined && this.#isKept(request.caller, reply.text?.length ?? 0);
    const state: State = isKept
      ? { state: 'done', digest: request.digest, reply: sealReply(reply, name.secret) }
      : { state: 'free' };
    try {
      await this.options.registers.compareAndSet(
        name.secret.record,
        mine.revision,
        state,
        isKept ? KEPT_MS : FREED_MS,
      );
    } catch (error) {
      this.options.logger.warn({ err: error }, 'a reply could not be kept for its Idempotency-Key');
    }
  }
}

interface Name {
  readonly commandId: string;
  readonly secret: ReplySecret;
}

const stateOf = (register: Register): State => register.value as Json & State;
