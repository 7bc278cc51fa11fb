import type { Readiness } from '@cairn/contracts';
import type { CatchingUp } from '../runtime/catching-up.js';
import type { ServicePort } from '../definition/service-port.js';
import { unlessSilent } from '../clock/unless-away.js';
import type { Vault } from '../vault/port.js';
import { type EngineHealth, engineHealth } from './engine-health.js';
import type { OpenEngines } from './engines.js';

/** What `/readyz` tells of one thing. */
export interface ReadinessCheck {
  readonly name: string;
  /** Why it cannot be used; absent while it can. */
  readonly detail?: string | undefined;
  /** False: the process is ready without it, and answers 503 to what needs it. */
  readonly required?: boolean;
}

/** Read models that are further behind make answers that people wait for. */
const LAG_BOUND_MS = 10_000;

export const readinessFrom = (checks: readonly ReadinessCheck[]): Readiness => {
  const outcomes = checks.map(outcomeOf);
  const isReady = outcomes.every(({ ok, required }) => ok || required === false);
  return { status: isReady ? 'ready' : 'not_ready', checks: outcomes };
};

const outcomeOf = ({ name, detail, required }: ReadinessCheck): Readiness['checks'][number] => ({
  name,
  ok: detail === undefined,
  ...(detail === undefined ? {} : { detail }),
  ...(required === false ? { required } : {}),
});

/**
 * Whether this process has the keys of the server. A vault that is away takes them from no process; one that others
 * wrapped anew does.
 */
export class ServerKeys {
  #detail: string | undefined = 'they are not known yet';

  constructor(
    private readonly vault: Pick<Vault, 'serverKeys' | 'refusal'>,
    /** What this process has keys for. */
    private readonly purpose: string,
  ) {}

  async check(): Promise<ReadinessCheck> {
    await unlessSilent(this.#ask());
    return { name: 'server keys', detail: this.#detail };
  }

  async #ask(): Promise<void> {
    const refusal = await this.vault.refusal();
    if (refusal === undefined && this.#detail !== undefined) await this.vault.serverKeys(this.purpose);
    this.#detail = refusal;
  }
}

/** Required until they have caught up once: later lag is told of each service. */
export const readModelsCheck = async (catchingUp: CatchingUp): Promise<ReadinessCheck> => ({
  name: 'read models',
  detail: (await catchingUp.isOverNow()) ? undefined : 'they have not caught up since the start',
});

/** Who reaches none of them can answer nothing; who reaches some answers for those. */
export const servicesCheck = (services: readonly Pick<ServicePort, 'isReached'>[]): ReadinessCheck => ({
  name: 'services',
  detail: services.some((service) => service.isReached()) ? undefined : 'none is reached',
});

export const projectionsCheck = async (
  service: Pick<ServicePort, 'name' | 'lagMs' | 'isReached'>,
): Promise<ReadinessCheck> => ({
  name: `projections of ${service.name}`,
  required: false,
  detail: service.isReached() ? await lagOf(service) : 'no process of it is reached',
});

const lagOf = async (service: Pick<ServicePort, 'lagMs'>): Promise<string | undefined> => {
  const lagMs = await unlessSilent(service.lagMs());
  if (lagMs === undefined) return 'does not answer';
  return lagMs < LAG_BOUND_MS ? undefined : `${Math.round(lagMs / 1000)} s behind the log`;
};

/** An engine that is away is away for every process: none of them would be left to say so. */
export const engineChecks = async (
  engines: OpenEngines,
  readModel: string | undefined,
  tell: (health: EngineHealth) => string | undefined,
): Promise<readonly ReadinessCheck[]> =>
  (await engineHealth(engines, readModel)).map((health) => ({
    name: health.engine,
    required: false,
    detail: tell(health),
  }));
