import { readFileSync } from 'node:fs';
import { allOperations } from '@cairn/contracts';
import { allHandlers, createGateway, type Gateway, type GatewayOptions } from '@cairn/gateway';
import {
  type Config,
  engineChecks,
  countStorageRefusals,
  fileLimitsOf,
  type Logger,
  measureEngines,
  measureClients,
  measureLoad,
  measureRates,
  type Metrics,
  type OpenEngines,
  type ProjectionAdministration,
  quotasOf,
  type ServicePort,
} from '@cairn/kernel';
import { accountRooms, allServices } from '@cairn/services';
import { authenticatorAtEdge, withRights } from './authentication.js';
import type { Rights } from './rights.js';

/** What the edge is made of. */
export interface EdgeParts {
  readonly config: Config;
  readonly engines: OpenEngines;
  /** In this process or in others. */
  readonly services: readonly ServicePort[];
  readonly admin: ProjectionAdministration;
  readonly rights: Rights;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The REST edge over the services. */
export const edgeOf = (parts: EdgeParts): Gateway => {
  const { config, engines, services, admin, rights, baseUrl, logger, metrics } = parts;
  const storageRefused = countStorageRefusals(metrics);
  const quotasInForce = rights.quotasOver(quotasOf(config));
  const gateway = createGateway({
    ...engines,
    handlers: allHandlers,
    operations: allOperations,
    services: services.map((service) => (service.name === IDENTITY ? withRights(service, rights) : service)),
    logger,
    baseUrl,
    authenticator: authenticatorAtEdge(rights),
    rights: rights.groups,
    timeTravelled: allServices.flatMap(({ timeTravelled }) => timeTravelled ?? []),
    moments: allServices.flatMap(({ moments }) => moments ?? []),
    counted: allServices.flatMap(({ counted }) => counted ?? []),
    jobs: allServices.flatMap(({ jobs }) => jobs ?? []),
    personal: allServices.flatMap(({ personal }) => personal ?? []),
    administered: allServices.flatMap(({ administered }) => administered ?? []),
    published: allServices,
    admin,
    openapi: openapiDocument(),
    limits: {
      ...fileLimitsOf(config),
      ...clientLimitsOf(config),
      unusedUploads: config.CAIRN_MAX_UNUSED_UPLOAD_BYTES,
      signIns: config.CAIRN_MAX_SIGN_INS,
    },
    quotas: quotasOf(config),
    quotasInForce,
    accounts: accountRooms(engines.documents, quotasInForce),
    rateLimits: rateLimitsOf(config),
    rates: rights.rates,
    trustedProxies: config.CAIRN_TRUSTED_PROXIES.split(',')
      .map((proxy) => proxy.trim())
      .filter((proxy) => proxy !== ''),
    engineChecks: () => engineChecks(engines, READ_MODEL, ({ reason }) => reason),
    observe: ({ operation, method, status, durationMs, problem, bound }) => {
      metrics.observeRequest(operation ?? 'none', method, status, durationMs / 1000, problem);
      if (bound !== undefined) storageRefused(bound);
    },
  });
  measureEngines(metrics, engines, READ_MODEL);
  measureGateway(metrics, gateway);
  return gateway;
};

const measureGateway = (metrics: Metrics, gateway: Gateway): void => {
  const { load } = gateway;
  measureLoad(metrics, {
    requests: load.requests,
    transfers: load.transfers,
    sign_ins: load.signIns,
    get heavy() {
      return load.heavyReads;
    },
  });
  measureRates(metrics, gateway.rates);
  measureClients(metrics, {
    refused: () => gateway.bounds.counts,
    buffered: () => ({ bodies: load.bufferedBytes, answers: gateway.unread.bytes }),
  });
};

const IDENTITY = 'identity';
/** One that every gateway has prepared: by it the store of the documents is asked whether it answers. */
const READ_MODEL = allServices.flatMap(({ projections }) => projections)[0]?.name;

/** What clients may take of this process. */
const clientLimitsOf = (config: Config): NonNullable<GatewayOptions['limits']> => ({
  jsonBytes: config.CAIRN_MAX_JSON_BYTES,
  jsonValues: config.CAIRN_MAX_JSON_VALUES,
  bufferedBytes: config.CAIRN_MAX_BUFFERED_BYTES,
  inFlight: config.CAIRN_MAX_REQUESTS,
  callerShare: config.CAIRN_MAX_CALLER_PERCENT / 100,
  past: { events: config.CAIRN_MAX_PAST_EVENTS, bytes: config.CAIRN_MAX_PAST_BYTES },
  heavyReads: config.CAIRN_MAX_HEAVY_READS,
  leastBytesPerSecond: config.CAIRN_MIN_BYTES_PER_SECOND,
  bodyIdleMs: config.CAIRN_CLIENT_IDLE_SECONDS * 1000,
});

const rateLimitsOf = (config: Config): NonNullable<GatewayOptions['rateLimits']> => {
  const aMinute = (requests: number) => (requests === 0 ? undefined : { requests, windowSeconds: 60 });
  const limits = {
    login: aMinute(config.CAIRN_RATE_LOGIN),
    anonymous: aMinute(config.CAIRN_RATE_ANONYMOUS),
    default: aMinute(config.CAIRN_RATE_DEFAULT),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
};

/** The document that was generated with this release. */
const openapiDocument = (): GatewayOptions['openapi'] =>
  JSON.parse(
    readFileSync(require.resolve('@cairn/contracts/openapi.json'), 'utf8'),
  ) as GatewayOptions['openapi'];
