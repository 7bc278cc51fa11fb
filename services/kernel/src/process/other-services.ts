import type { Logger } from '../logging/port.js';
import type { Config } from '../config/index.js';
import { measureReplicas, type Metrics } from '../metrics/metrics.js';
import type { FindService } from '../context/other-services.js';
import type { Service } from '../definition/service.js';
import {
  openRemoteService,
  parseServiceAddresses,
  type ServiceAddresses,
  Signatures,
} from '../transport/index.js';
import type { OpenEngines } from './engines.js';
import { StartError } from './start-error.js';
import type { Started } from './started.js';

/** Where the services of these names are. Throws `StartError` when the configuration does not say it of each. */
export const addressesOf = (
  { CAIRN_SERVICES }: Pick<Config, 'CAIRN_SERVICES'>,
  names: readonly string[],
): ServiceAddresses => {
  let addresses: ServiceAddresses;
  try {
    addresses = parseServiceAddresses(CAIRN_SERVICES);
  } catch (error) {
    throw new StartError(`CAIRN_SERVICES cannot be read: ${error instanceof Error ? error.message : ''}.`);
  }
  const missing = names.filter((name) => !addresses.has(name));
  if (missing.length > 0)
    throw new StartError(`CAIRN_SERVICES must name where ${missing.join(' and ')} can be reached.`);
  return addresses;
};

/** What hears the other services. */
export interface Hearing {
  readonly engines: OpenEngines;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Begins to hear the services that one needs, until the process ends. Who is away is found when it is asked. Throws
 * `StartError` as `addressesOf` does.
 */
export const reachOthers = async (
  { needs = [] }: Pick<Service, 'needs'>,
  config: Config,
  { engines, logger, metrics }: Hearing,
  started: Started,
): Promise<FindService> => {
  const addresses = addressesOf(config, needs);
  const ended = new AbortController();
  const signatures = new Signatures(engines);
  const all = await Promise.all(
    needs.map((name) =>
      openRemoteService({
        name,
        addresses: addresses.get(name) ?? [],
        // What is asked here is answered: how far the other's read models are, its gateways wait for.
        categories: [],
        projections: [],
        ...engines,
        logger,
        signatures,
        rightsUntil: () => Number.POSITIVE_INFINITY,
        stopping: ended.signal,
      }),
    ),
  );
  for (const service of all) await service.start(ended.signal);
  started.then(async () => {
    ended.abort();
    await Promise.all(all.map((service) => service.stopped()));
  });
  if (all.length > 0) measureReplicas(metrics, all);
  return (name) => all.find((service) => service.name === name);
};
