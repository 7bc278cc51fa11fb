import {
  type AccountRooms,
  type CatchingUp,
  ENDLESS_ROOM,
  jobsOfAll,
  KeptFolds,
  noErrorReports,
  noJournal,
  noQuotas,
  type QuotasInForce,
  sameForAll,
  type ServicePort,
} from '@cairn/kernel';
import type { Edge } from '../call/edge.js';
import { ClientAddresses } from '../http/client-address.js';
import type { ClientRate } from '../http/least-rate.js';
import { securityHeaders } from '../http/security-headers.js';
import { limitsOf } from '../options/limits.js';
import { DEFAULT_RATE_LIMITS, type GatewayOptions, type Limits } from '../options/options.js';
import { UnreadAnswers } from './answers/unread-answers.js';
import { Audit } from './audit.js';
import { BoundCounts } from './bound-counts.js';
import { Idempotency } from './idempotency/idempotency.js';
import { Load } from './load.js';
import { overloadRefusal } from './overload.js';
import { RateLimiter } from './rates/rate-limiter.js';
import { configuredRates } from './rates/settings.js';
import type { ReadRequest } from './read-request.js';
import { RequestDigests } from './request-digests.js';
import { Router } from './router.js';
import type { Route } from './route.js';
import { UnusedUploads } from './uploads/unused-uploads.js';

/** What every request needs, made once. */
export interface Dependencies {
  readonly options: GatewayOptions;
  readonly limits: Limits;
  readonly services: ReadonlyMap<string, ServicePort>;
  readonly router: Router;
  readonly rates: RateLimiter;
  readonly audit: Audit;
  readonly load: Load;
  /** Of long streams, for reads of the past. */
  readonly kept: KeptFolds;
  readonly bounds: BoundCounts;
  readonly unread: UnreadAnswers;
  readonly refuseOverload: ReturnType<typeof overloadRefusal>;
  readonly idempotency: Idempotency;
  readonly digests: RequestDigests;
  readonly addresses: ClientAddresses;
  readonly catchingUp: CatchingUp;
  /** What accounts have left for uploads. */
  readonly accounts: AccountRooms;
  readonly unusedUploads: UnusedUploads;
  readonly edge: Edge;
  /** How slow a client may be. */
  readonly clientRate: ClientRate;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** The current ETag of what a path reads, for the caller of a call; `undefined` when it has none. */
  etagAt(this: void, location: string, call: TagAsked): Promise<string | undefined>;
}

/** A call, as far as the ETag of what it speaks of needs it. */
export interface TagAsked {
  readonly dependencies: Dependencies;
  readonly read: ReadRequest;
}

/** What the folds that are kept of long streams may take, bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

const NOTHING_SET = {};
const ratesOf = ({ rateLimits = DEFAULT_RATE_LIMITS }: GatewayOptions) => configuredRates(rateLimits);

const quotasOf = ({ quotas = noQuotas, quotasInForce }: GatewayOptions): QuotasInForce =>
  quotasInForce ?? sameForAll(quotas);

/** Beside the options: what the gateway made of them before. */
type Given = GatewayOptions & Pick<Dependencies, 'catchingUp'>;

export const dependenciesOf = (
  options: Given,
  routes: readonly Route[],
  etagAt: Dependencies['etagAt'],
  jobEnds: Edge['jobEnds'],
): Dependencies => depending(options, limitsOf(options.limits), routes, etagAt, jobEnds);

const depending = (
  options: Given,
  limits: Limits,
  routes: readonly Route[],
  etagAt: Dependencies['etagAt'],
  jobEnds: Edge['jobEnds'],
): Dependencies => ({
  options,
  etagAt,
  ...boundsOf(limits),
  kept: new KeptFolds(KEPT_BYTES),
  refuseOverload: overloadRefusal(securityHeaders(options.baseUrl)),
  services: new Map(options.services.map((service) => [service.name, service])),
  router: new Router(routes),
  rates: new RateLimiter({
    set: () => NOTHING_SET,
    planOf: () => undefined,
    ...options.rates,
    ...options,
    configured: ratesOf(options),
  }),
  audit: new Audit(options.clock),
  idempotency: new Idempotency(options),
  digests: new RequestDigests(options),
  addresses: new ClientAddresses(options.trustedProxies ?? []),
  catchingUp: options.catchingUp,
  accounts: options.accounts ?? { inAsset: async () => ENDLESS_ROOM },
  unusedUploads: new UnusedUploads({
    ...options,
    maxBytes: limits.unusedUploads,
  }),
  edge: edgeOf(options, jobEnds),
  headers: securityHeaders(options.baseUrl),
});

const edgeOf = (options: GatewayOptions, jobEnds: Edge['jobEnds']): Edge => ({
  log: options.log,
  vault: options.vault,
  blobs: options.blobs,
  journal: options.journal ?? noJournal,
  errors: options.errors ?? noErrorReports,
  registers: options.registers,
  baseUrl: options.baseUrl,
  admin: options.admin,
  quotas: quotasOf(options),
  configured: { rates: ratesOf(options), quotas: options.quotas ?? noQuotas },
  counted: options.counted,
  jobs: jobsOfAll(options.jobs),
  jobEnds,
  personal: options.personal,
  administered: options.administered,
  published: options.published,
});

/** Answers may take as much memory as bodies, twice: a page that many read slowly is as large as the largest body. */
const UNREAD = 2;

/** All that keeps one client from taking what is there for all. */
const boundsOf = (
  limits: Limits,
): Pick<Dependencies, 'limits' | 'clientRate' | 'load' | 'bounds' | 'unread'> => {
  const bounds = new BoundCounts();
  return {
    limits,
    clientRate: { idleMs: limits.bodyIdleMs, bytesPerSecond: limits.leastBytesPerSecond },
    load: new Load(limits),
    bounds,
    unread: new UnreadAnswers(limits.bufferedBytes * UNREAD, bounds),
  };
};
