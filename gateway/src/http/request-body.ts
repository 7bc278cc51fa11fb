import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../problems/problem.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** How long the client may send nothing before 408. */
  readonly idleMs: number;
  /** How long the whole body may take before 408; none when absent. */
  readonly totalMs?: number;
}

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
  new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);

/** The whole body. Throws `payload_too_large`, `request_timeout`, or `malformed_request` when it ends too early. */
export const readBody = async (request: IncomingMessage, limits: BodyLimits): Promise<Buffer> => {
  refuseEncoded(request);
  refuseAnnounced(request, limits.maxBytes);
  return new Promise((resolve, reject) => new BodyReader(request, limits, resolve, reject));
};

class BodyReader {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(
    private readonly request: IncomingMessage,
    private readonly limits: BodyLimits,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (problem: Problem) => void,
  ) {
    const late = (): void => this.#fail(new Problem('request_timeout'));
    this.#timers = [setTimeout(late, limits.idleMs), setTimeout(late, limits.totalMs ?? limits.idleMs * 10)];
    request.on('data', this.#take).on('end', this.#end).on('error', this.#broken).on('close', this.#broken);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#size += chunk.length;
    if (this.#size > this.limits.maxBytes) {
      this.#fail(tooLarge(this.limits.maxBytes));
      return;
    }
    this.#chunks.push(chunk);
    this.#timers[0]?.refresh();
  };
  readonly #end = (): void => {
    this.#leave();
    this.resolve(this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size));
  };
  readonly #broken = (): void => this.#fail(new Problem('malformed_request', 'The body ended too early.'));

  #fail(problem: Problem): void {
    this.#leave();
    this.request.pause();
    this.reject(problem);
  }

  #leave(): void {
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
