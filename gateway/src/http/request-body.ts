import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../problems/problem.js';
import { GatheredBytes } from './gathered-bytes.js';
import { type ClientRate, LeastRate, tooSlow } from './least-rate.js';

export interface BodyLimits extends ClientRate {
  readonly maxBytes: number;
  /** Asked before a body is read that is not over the limit; throws a `Problem` when there is no room for what it announces. */
  announced?(this: void): void;
  /** Asked before so many more bytes are kept in memory; throws a `Problem` when there is no room for them. */
  keep?(this: void, bytes: number): void;
  /** Asked once of a body that takes longer than a second; throws a `Problem` when it may not. */
  slow?(this: void): void;
}
/** The whole of a body may take so many times the time in which a client may send nothing. */
const LONGEST = 10;
const SLOW_MS = 1_000;

/** Refuses bodies that are compressed: none is expanded here (S11). */
export const refuseEncoded = (request: IncomingMessage): void => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'Send the body without `Content-Encoding`.');
};

/** Whether a body comes with the request, as far as its headers say. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Refuses by what the client announces, before a byte is read. */
export const refuseAnnounced = (request: IncomingMessage, maxBytes: number): void => {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > maxBytes) throw tooLarge(maxBytes);
};

export const tooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`, { bound: 'body_bytes' });

/**
 * The whole body. Throws `payload_too_large`, `request_timeout`, what `keep` and `slow` throw, or `malformed_request`
 * when it ends too early.
 */
export const readBody = async (request: IncomingMessage, limits: BodyLimits): Promise<Buffer> => {
  refuseEncoded(request);
  refuseAnnounced(request, limits.maxBytes);
  limits.announced?.();
  return new Promise((resolve, reject) => new BodyReader(request, limits, resolve, reject));
};

class BodyReader {
  readonly #body = new GatheredBytes();
  #size = 0;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #rate: LeastRate;

  constructor(
    private readonly request: IncomingMessage,
    private readonly limits: BodyLimits,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    const end = (): void => this.#fail(tooSlow(limits));
    this.#rate = new LeastRate(limits, { moved: () => this.#size, isWaitedFor: () => true, end });
    const slow = (): void => this.#unlessRefused(() => limits.slow?.());
    this.#timers = [setTimeout(slow, SLOW_MS), setTimeout(end, limits.idleMs * LONGEST)];
    request.on('data', this.#take).on('end', this.#end).on('error', this.#broken).on('close', this.#broken);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#size += chunk.length;
    this.#unlessRefused(() => {
      if (this.#size > this.limits.maxBytes) throw tooLarge(this.limits.maxBytes);
      this.limits.keep?.(chunk.length);
      this.#body.add(chunk);
    });
  };
  readonly #end = (): void => {
    this.#leave();
    this.resolve(this.#body.whole());
  };
  readonly #broken = (): void => this.#fail(new Problem('malformed_request', 'The body ended too early.'));

  #unlessRefused(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#leave();
    this.request.pause();
    this.reject(error);
  }

  #leave(): void {
    this.#rate.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    const { request } = this;
    request
      .off('data', this.#take)
      .off('end', this.#end)
      .off('error', this.#broken)
      .off('close', this.#broken);
  }
}

/** The text of a body. Throws `malformed_json` for bytes that are not UTF-8. */
export const utf8Of = (body: Buffer): string => {
  if (!isUtf8(body)) throw new Problem('malformed_json', 'The body is not UTF-8.');
  return body.toString('utf8');
};
