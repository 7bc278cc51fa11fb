import type { Readiness } from '@cairn/contracts';
import type { GatewayOptions, ReadinessCheck } from '../../options.js';

/** Projections that are further behind make answers that people wait for. */
const LAG_BOUND_MS = 10_000;

/** What must hold for this process to take requests: the engines answer and every projection is close to the head. */
export const readiness = async (options: GatewayOptions): Promise<Readiness> => {
  const checks = await Promise.all([...ownChecks(options), ...(options.checks ?? [])].map(outcomeOf));
  return { status: checks.every(({ ok }) => ok) ? 'ready' : 'not_ready', checks };
};

const ownChecks = ({ log, registers, services }: GatewayOptions): readonly ReadinessCheck[] => [
  { name: 'log', run: () => answers(log.head()) },
  { name: 'registers', run: () => answers(registers.get('readiness')) },
  ...services.map((service) => ({
    name: `projections of ${service.name}`,
    run: async () => ((await service.lagMs()) < LAG_BOUND_MS ? undefined : 'behind the log'),
  })),
];

const answers = async (asked: Promise<unknown>): Promise<undefined> => {
  await asked;
  return undefined;
};

const outcomeOf = async ({ name, run }: ReadinessCheck): Promise<Readiness['checks'][number]> => {
  const detail = await run().catch(() => 'does not answer');
  return detail === undefined ? { name, ok: true } : { name, ok: false, detail };
};
