import CircuitBreaker from 'opossum';
import { Pool } from 'undici';
import type { Logger } from '../logging/port.js';
import { patient } from '../clock/patience.js';
import { pause } from '../clock/pause.js';
import { errorOf } from './errors.js';
import {
  type Progress,
  PROGRESS,
  ServiceUnavailable,
  SIGN_OF_LIFE_MS,
  SIGNATURE_HEADER,
} from '../messages/protocol.js';
import type { Signatures, SignedRequest } from './signatures.js';

export interface ReplicaOptions {
  /** `http://10.0.0.7:8080`. */
  readonly origin: string;
  readonly service: string;
  readonly signatures: Signatures;
  readonly logger: Logger;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const CONNECT_MS = 1_000;
const AGAIN_AFTER_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Signs of life that may be missing, times the patience, before the connection counts as dead. */
const MISSED = 3;

/** The connection failed, or the other side said that it cannot now: another replica may. */
export class ReplicaFailed extends Error {
  override readonly name = 'ReplicaFailed';
}

const BREAKER = {
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 5,
  rollingCountTimeout: 5_000,
  resetTimeout: 500,
  /** What the service itself refuses or throws says nothing against the connection. */
  errorFilter: (error: unknown) => !(error instanceof ReplicaFailed),
} as const;

/** One process of a service: keep-alive connections, and a breaker that stops asking it while it fails. */
export class Replica {
  readonly #pool: Pool;
  readonly #breaker: CircuitBreaker<[SignedRequest, number | undefined, AbortSignal], Answer>;
  readonly #stop = new AbortController();
  /**
   * Aborts when the replica falls silent or the connection breaks: what was asked meanwhile is asked elsewhere. One that
   * ends in an orderly way, or says that it is ending, answers what is in flight: nobody else is asked meanwhile.
   */
  #heard = new AbortController();
  #isHeard = false;
  #following: Promise<void> | undefined;

  constructor(private readonly options: ReplicaOptions) {
    // As many connections as there are requests, which the gateway bounds: one that waited would be signed too long ago.
    this.#pool = new Pool(options.origin, {
      connect: { timeout: patient(CONNECT_MS) },
      keepAliveTimeout: 30_000,
    });
    this.#breaker = new CircuitBreaker(
      (request, until, signal) => this.#send(request, until, signal),
      BREAKER,
    );
  }

  get origin(): string {
    return this.options.origin;
  }
  /** Whether it is worth asking. */
  get isUsable(): boolean {
    return this.#isHeard && !this.#breaker.opened;
  }
  get breaker(): 'closed' | 'open' | 'half-open' {
    if (this.#breaker.opened) return 'open';
    return this.#breaker.halfOpen ? 'half-open' : 'closed';
  }

  /** Sends a signed request through the breaker. Throws `ReplicaFailed`, and what the service threw. */
  async ask(request: SignedRequest, until: number | undefined, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#breaker.fire(request, until, signal);
    } catch (error) {
      if (error instanceof Error && CircuitBreaker.isOurError(error))
        throw new ReplicaFailed(`${this.#name()} fails and is left alone for a moment`, { cause: error });
      throw error;
    }
  }

  /** Hears how far its projections are until `close`. */
  follow(tell: (progress: Progress) => void, silent: () => void): void {
    this.#following = this.#hear(tell, silent);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#breaker.shutdown();
    await this.#following;
    await this.#pool.close();
  }

  #name(): string {
    return `${this.options.service} at ${this.options.origin}`;
  }

  async #send(request: SignedRequest, until: number | undefined, signal: AbortSignal): Promise<Answer> {
    const signature = await this.options.signatures.sign(request, until);
    const { method, path, body } = request;
    const silence = this.#heard.signal;
    try {
      const answered = await this.#pool.request({
        method,
        path,
        ...(body === '' ? {} : { body }),
        signal: AbortSignal.any([signal, silence]),
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      });
      return await believed({ status: answered.statusCode, body: await answered.body.json() });
    } catch (error) {
      if (signal.aborted || !(silence.aborted || isOfConnection(error))) throw error;
      throw new ReplicaFailed(`${this.#name()} cannot be reached`, { cause: error });
    }
  }

  async #hear(tell: (progress: Progress) => void, silent: () => void): Promise<void> {
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await this.#lines((progress) => {
          failures = 0;
          this.#isHeard = true;
          tell(progress);
        });
      } catch (error) {
        if (!isTurnedAway(error)) this.#askElsewhere();
        if (failures === 1)
          this.options.logger.warn({ err: error, replica: this.#name() }, 'a replica cannot be heard');
      }
      this.#isHeard = false;
      silent();
      await pause(Math.min(AGAIN_AFTER_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    }
  }

  #askElsewhere(): void {
    this.#heard.abort();
    this.#heard = new AbortController();
  }

  async #lines(tell: (progress: Progress) => void): Promise<void> {
    const request = { method: 'GET', path: PROGRESS, body: '' } as const;
    const answered = await this.#pool.request({
      method: 'GET',
      path: PROGRESS,
      signal: this.#stop.signal,
      bodyTimeout: patient(MISSED * SIGN_OF_LIFE_MS),
      headersTimeout: patient(MISSED * SIGN_OF_LIFE_MS),
      headers: { [SIGNATURE_HEADER]: await this.options.signatures.sign(request) },
    });
    if (answered.statusCode !== 200)
      throw new ReplicaFailed(`${this.#name()}: ${await answered.body.text()}`);
    let rest = '';
    for await (const chunk of answered.body) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      for (const line of lines) tell(JSON.parse(line) as Progress);
    }
  }
}

/** What the other side threw is thrown here; that it is stopping is a failure of this replica alone. */
const believed = async ({ status, body }: Answer): Promise<Answer> => {
  if (status < 400 || status === 404) return { status, body };
  const error = errorOf(body as Parameters<typeof errorOf>[0]);
  throw error instanceof ServiceUnavailable ? new ReplicaFailed(error.message) : error;
};

const CONNECTION_CODES =
  /^(UND_ERR_(CONNECT_TIMEOUT|SOCKET|CLOSED|DESTROYED|HEADERS_TIMEOUT|BODY_TIMEOUT)|E[A-Z]+)$/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const isOfConnection = (error: unknown): boolean => CONNECTION_CODES.test(codeOf(error));

/** What a process says that closes connections, or has gone: those with requests in flight tell what becomes of these. */
const CLOSED_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** It answered that it cannot now, or listens no more: what it has begun it may still answer. */
const isTurnedAway = (error: unknown): boolean =>
  error instanceof ReplicaFailed || CLOSED_CODES.test(codeOf(error));
