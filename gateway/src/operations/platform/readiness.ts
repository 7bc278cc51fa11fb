import type { Readiness } from '@cairn/contracts';
import {
  type CatchingUp,
  projectionsCheck,
  readinessFrom,
  readModelsCheck,
  ServerKeys,
  servicesCheck,
} from '@cairn/kernel';
import type { GatewayOptions } from '../../options/options.js';
import { COMMAND_IDS } from '../../pipeline/idempotency/idempotency.js';

export type ReadinessOptions = Pick<GatewayOptions, 'vault' | 'services' | 'engineChecks'>;

/**
 * Whether this process can serve: its read models have caught up once, it has the keys of the server and reaches a service.
 * What every gateway misses at the same time (an engine, a service, read models that are behind) is told and takes none out:
 * nobody would be left to answer what can be answered, and 503 to the rest.
 */
export const readinessAt = (
  { vault, services, engineChecks }: ReadinessOptions,
  catchingUp: CatchingUp,
): (() => Promise<Readiness>) => {
  const keys = new ServerKeys(vault, COMMAND_IDS);
  return async () => {
    const [held, readModels, engines = [], projections] = await Promise.all([
      keys.check(),
      readModelsCheck(catchingUp),
      engineChecks?.(),
      Promise.all(services.map(projectionsCheck)),
    ]);
    return readinessFrom([held, servicesCheck(services), readModels, ...engines, ...projections]);
  };
};
