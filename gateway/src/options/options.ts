import type { Operation, Plan, RateClass, RateLimitContent } from '@cairn/contracts';
import type {
  PastAmount,
  AccountRooms,
  Blobs,
  Clock,
  Documents,
  EventLog,
  JobReadsOfKind,
  ErrorReports,
  Journal,
  Json,
  Logger,
  ProjectionAdministration,
  Quotas,
  QuotasInForce,
  ReadinessCheck,
  Registers,
  Rights,
  ServicePort,
  StreamMoments,
  TimeTravelled,
  Vault,
} from '@cairn/kernel';
import type { Authenticator } from '../call/authenticator.js';
import type { Edge } from '../call/edge.js';
import type { AnyHandler } from '../call/handler.js';

/** Sizes in bytes, times in milliseconds (SPEC-limits). */
export interface Limits {
  readonly jsonBytes: number;
  readonly jsonDepth: number;
  /** Values of any kind and keys in a JSON body. */
  readonly jsonValues: number;
  /** Of all JSON bodies that are read or worked on. */
  readonly bufferedBytes: number;
  readonly logo: number;
  readonly itemFile: number;
  readonly archive: number;
  readonly modelAsset: number;
  /** Of a caller's uploads to which nothing was done, in a day; 0 is no limit. */
  readonly unusedUploads: number;
  /** How long a client may send nothing of its body, or take nothing of an answer. */
  readonly bodyIdleMs: number;
  /** What a client must send of a body, or take of a file, on the average; bytes per second, 0 asks for nothing. */
  readonly leastBytesPerSecond: number;
  /** What one account may hold of what is there for all: requests, transfers, bytes of bodies; more than 0, 1 is all of it. */
  readonly callerShare: number;
  /** How long a command may be decided again. */
  readonly commandMs: number;
  /** The same for an operation that takes long. */
  readonly longMs: number;
  /** How long a write waits for the projections (law 2); less than a command takes. */
  readonly lagMs: number;
  /** Requests that are worked on at the same time, and as many transfers of files and works that take long beside them. */
  readonly inFlight: number;
  /** Requests that sign in or carry a password that are worked on at the same time, beside the others. */
  readonly signIns: number;
  /** What one request may read of the past. */
  readonly past: PastAmount;
  /** Requests that read much of the past at the same time; a quarter of them, and one at least, of one caller. */
  readonly heavyReads: number;
}

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}
/** Classes that are absent are not limited. */
export type RateLimits = Readonly<Partial<Record<RateClass, RateLimit>>>;

/** Until an administrator sets others (SPEC-14). */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  login: { requests: 10, windowSeconds: 60 },
  anonymous: { requests: 300, windowSeconds: 60 },
};

/** One answered request, for metrics. */
interface Observation {
  /** `undefined` when no operation was found. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  /** The code of the problem that was answered, if one was. */
  readonly problem: string | undefined;
  /** The bound of what may be stored that it was refused for. */
  readonly bound?: string;
}

export interface GatewayOptions {
  /** Those of the services; the platform's are the gateway's own. */
  readonly handlers: readonly AnyHandler[];
  /** The contract: what must be served, no more and no less (S45). */
  readonly operations: readonly Operation[];
  readonly services: readonly ServicePort[];
  readonly documents: Documents;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly registers: Registers;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: Logger;
  /** None is kept when absent. */
  readonly journal?: Journal;
  /** None is reported when absent. */
  readonly errors?: ErrorReports;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly authenticator: Authenticator;
  /** What people hold in groups, as far as the authenticator has proved it. */
  readonly rights: Rights;
  readonly timeTravelled: readonly TimeTravelled[];
  /** What tells the moments of the revisions of long streams. */
  readonly moments: readonly StreamMoments[];
  /** The assets of all services that stand in projects. */
  readonly counted: Edge['counted'];
  /** The kinds of durable work of all services. */
  readonly jobs: readonly JobReadsOfKind[];
  /** What services keep about persons. */
  readonly personal: Edge['personal'];
  /** What administrators see of what persons have. */
  readonly administered: Edge['administered'];
  /** What other teams read: by it the data are told that no message has room for. */
  readonly published: Edge['published'];
  readonly admin: ProjectionAdministration;
  /** The generated document. */
  readonly openapi: { readonly [key: string]: Json };
  readonly limits?: Partial<Limits>;
  /** What the configuration says that an account may hold; without bounds when absent. */
  readonly quotas?: Quotas;
  /** What administrators made of that; the same for all when absent. */
  readonly quotasInForce?: QuotasInForce;
  /** What they leave for uploads; all that there is when absent. */
  readonly accounts?: AccountRooms;
  /** What the configuration says of the rates; the default when absent. */
  readonly rateLimits?: RateLimits;
  /** What administrators set of them; nothing when absent. */
  readonly rates?: {
    /** The same object until something else is set. */
    set(this: void): Partial<RateLimitContent>;
    /** Of the organization of a key; `undefined` where it is not known. */
    planOf(this: void, organizationId: string): Plan | undefined;
  };
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** How the engines answer now; the gateway itself looks at its services. */
  readonly engineChecks?: () => Promise<readonly ReadinessCheck[]>;
  readonly observe?: (observation: Observation) => void;
}
