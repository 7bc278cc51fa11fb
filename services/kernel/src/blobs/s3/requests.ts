import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { codeOf, unavailable, type Place } from './failures.js';
import { TIMEOUTS, type S3BlobsOptions, type S3Timeouts } from './options.js';

/** What every request is sent with. */
export interface Limits {
  readonly requestTimeout: number;
  readonly abortSignal?: AbortSignal;
}

/** S3 refused with a code that was reckoned with. */
export class Refused {
  constructor(readonly code: string) {}
}

const ATTEMPTS = 3;

/** Without a login of its own the client looks for one in the places that Amazon's programs do. */
const loginOf = ({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: S3BlobsOptions): Pick<S3ClientConfig, 'credentials'> => {
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  const token = sessionToken === undefined ? {} : { sessionToken };
  return { credentials: { accessKeyId, secretAccessKey, ...token } };
};

/**
 * Sends requests, each with a deadline. All that Cairn asks of S3 may be asked twice, so the SDK tries again what broke.
 * Whatever fails is `BlobsUnavailable`, in words.
 */
export class Requests {
  readonly client: S3Client;
  readonly place: Place;
  readonly timeouts: S3Timeouts;

  constructor(options: S3BlobsOptions) {
    const { endpoint, region, bucket, forcePathStyle = true } = options;
    this.timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.place = { address: endpoint, bucket };
    const agent = { keepAlive: true, maxSockets: Infinity };
    this.client = new S3Client({
      endpoint,
      region,
      ...loginOf(options),
      forcePathStyle,
      maxAttempts: ATTEMPTS,
      retryMode: 'standard',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: this.timeouts.connectMs,
        requestTimeout: this.timeouts.requestMs,
        throwOnRequestTimeout: true,
        socketTimeout: 0,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
  }

  /** Answers within twice the time. Throws `BlobsUnavailable`. */
  async ask<Reply>(what: string, withinMs: number, send: (limits: Limits) => Promise<Reply>): Promise<Reply> {
    const reply = await this.askUnless([], what, withinMs, send);
    if (reply instanceof Refused) throw unavailable(this.place, what, new Error(reply.code));
    return reply;
  }

  /** As `ask`; a refusal with one of these codes is an answer. */
  async askUnless<Reply>(
    codes: readonly string[],
    what: string,
    withinMs: number,
    send: (limits: Limits) => Promise<Reply>,
  ): Promise<Reply | Refused> {
    const limits = { requestTimeout: withinMs, abortSignal: AbortSignal.timeout(2 * withinMs) };
    return this.#explained(codes, what, () => send(limits));
  }

  /** As `askUnless` within `requestMs`, for an answer whose body may take as long as it likes once it began. */
  async askForBytes<Reply>(
    codes: readonly string[],
    what: string,
    send: (limits: Limits) => Promise<Reply>,
  ): Promise<Reply | Refused> {
    const { requestMs } = this.timeouts;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), 2 * requestMs);
    try {
      return await this.#explained(codes, what, () =>
        send({ requestTimeout: requestMs, abortSignal: deadline.signal }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.client.destroy();
  }

  async #explained<Reply>(
    codes: readonly string[],
    what: string,
    send: () => Promise<Reply>,
  ): Promise<Reply | Refused> {
    try {
      return await send();
    } catch (error) {
      const code = codeOf(error);
      if (codes.includes(code)) return new Refused(code);
      throw unavailable(this.place, what, error);
    }
  }
}
