import type { Readiness } from '@cairn/contracts';
import { unlessSilent } from '@cairn/kernel';
import type { GatewayOptions, ReadinessCheck } from '../../options.js';

/** Projections that are further behind make answers that people wait for. */
const LAG_BOUND_MS = 10_000;

/**
 * What must hold for this process to take requests: the engines answer and every projection is close to the head. An
 * engine that only a part of the interface needs is told, and takes no gateway out of its balancer.
 */
export const readiness = async (options: GatewayOptions): Promise<Readiness> => {
  const [engines = [], projections] = await Promise.all([
    options.engineChecks?.(),
    Promise.all(options.services.map(projectionsCheck)),
  ]);
  const checks = [...engines, ...projections].map(outcomeOf);
  const isReady = checks.every(({ ok, required }) => ok || required === false);
  return { status: isReady ? 'ready' : 'not_ready', checks };
};

const projectionsCheck = async (service: GatewayOptions['services'][number]): Promise<ReadinessCheck> => {
  const name = `projections of ${service.name}`;
  const lagMs = await unlessSilent(service.lagMs());
  if (lagMs === undefined) return { name, detail: 'does not answer' };
  return { name, detail: lagMs < LAG_BOUND_MS ? undefined : 'behind the log' };
};

const outcomeOf = ({ name, detail, required }: ReadinessCheck): Readiness['checks'][number] => ({
  name,
  ok: detail === undefined,
  ...(detail === undefined ? {} : { detail }),
  ...(required === false ? { required } : {}),
});
