import { BlobsUnavailable } from '../port.js';

/** Where the blobs are, for messages. */
export interface Place {
  readonly address: string;
  readonly bucket: string;
}

/** The code of S3 or of the connection that an error carries. By its shape: its class may come from another realm. */
export const codeOf = (error: unknown): string => {
  const { name, code, message } = error as Partial<NodeJS.ErrnoException>;
  if (name !== 'Error') return name ?? '';
  // The SDK puts an error of a connection into words when it does not know its class.
  return code ?? /\bE[A-Z]{4,}\b/.exec(message ?? '')?.[0] ?? name;
};

const AWAY: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'],
  ...['TimeoutError', 'AbortError', 'ServiceUnavailable', 'SlowDown', 'InternalError'],
]);

/** Nobody answered, or the server cannot now, as while it starts; all else a person has to mend. */
export const isAway = ({ cause }: BlobsUnavailable): boolean =>
  AWAY.has(codeOf(cause)) || statusOf(cause) >= FAILED_ITSELF;

const FAILED_ITSELF = 500;

/** Of the answer; 0 when there is none. */
const statusOf = (error: unknown): number =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket: make it, or start again so that it is made',
  InvalidBucketName: 'a bucket cannot have this name',
  BucketAlreadyExists: 'the bucket belongs to somebody else: choose another name',
  InvalidAccessKeyId: 'the access key id is not known there: check it',
  SignatureDoesNotMatch: 'the secret access key does not belong to the access key id: check it',
  CredentialsProviderError:
    'no login was found: give an access key and its secret key, or the machine a role or a profile',
  ExpiredToken: 'the session token is over: give a new login',
  AccessDenied: 'the access key may not do this: it needs to list, read, write and delete in the bucket',
  PermanentRedirect: 'the bucket is in another region: check the region and the endpoint',
  AuthorizationHeaderMalformed: 'the bucket is in another region: check the region',
  ECONNREFUSED: 'nothing listens there: check that the server runs, and the endpoint',
  ENOTFOUND: 'the name of the host is not known: check the endpoint',
  TimeoutError: 'no answer came in time',
  AbortError: 'no answer came in time',
};

/** Says which engine, which address, what was tried, what came of it and what to do. */
export const unavailable = ({ address, bucket }: Place, what: string, error: unknown): BlobsUnavailable => {
  const code = codeOf(error);
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new BlobsUnavailable(`S3 at ${address}, bucket ${bucket}: cannot ${what}: ${reason} (${code})`, {
    cause: error,
  });
};
