import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { allOperations } from '@cairn/contracts';
import { datasetsTimeTravelled } from '@cairn/datasets';
import { createGateway, datasetHandlers, type GatewayOptions, identityHandlers } from '@cairn/gateway';
import { createAuthenticator, identityTimeTravelled } from '@cairn/identity';
import {
  allProjections,
  type Config,
  type Logger,
  type Metrics,
  projectionAdministration,
} from '@cairn/kernel';
import { authenticatorAtEdge, withRights } from './authentication.js';
import type { EmbeddedEngines } from './engines.js';
import type { Services } from './services.js';
import type { Started } from './started.js';

/** What the edge is made of. */
export interface EdgeParts {
  readonly config: Config;
  readonly engines: EmbeddedEngines;
  readonly services: Services;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What must be stopped, in the order of the start. */
  readonly started: Started;
}

/** The REST edge over the services of this process. */
export const edgeOf = async (parts: EdgeParts): Promise<RequestListener> => {
  const { config, engines, services, baseUrl, logger, metrics, started } = parts;
  const stopping = new AbortController();
  const authenticator = createAuthenticator({ ...engines, logger });
  await authenticator.start(stopping.signal);
  started.then(async () => {
    stopping.abort();
    await authenticator.stopped();
  });
  const gateway = createGateway({
    ...engines,
    handlers: [...identityHandlers, ...datasetHandlers],
    operations: allOperations,
    services: [withRights(services.identity, authenticator), services.datasets],
    logger,
    baseUrl,
    authenticator: authenticatorAtEdge(authenticator),
    timeTravelled: [...identityTimeTravelled, ...datasetsTimeTravelled],
    admin: allProjections(
      services.all.map((service) => projectionAdministration(service, engines.log, stopping.signal)),
    ),
    openapi: openapiDocument(),
    limits: {
      jsonBytes: config.CAIRN_MAX_JSON_BYTES,
      itemFile: config.CAIRN_MAX_ITEM_FILE_BYTES,
      archive: config.CAIRN_MAX_ARCHIVE_BYTES,
    },
    rateLimits: rateLimitsOf(config),
    trustedProxies: config.CAIRN_TRUSTED_PROXIES.split(',')
      .map((proxy) => proxy.trim())
      .filter((proxy) => proxy !== ''),
    checks: [{ name: 'event log', run: async () => engines.refusal() }],
    observe: ({ operation, method, status, durationMs }) =>
      metrics.observeRequest(operation ?? 'none', method, status, durationMs / 1000),
  });
  return gateway.listener;
};

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
