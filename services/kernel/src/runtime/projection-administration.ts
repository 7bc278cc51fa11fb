import type { ProjectionStatus } from '@cairn/contracts';
import type { Position } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import { generationOf, type Lag } from '../projection/projection.js';
import type { Projector } from '../reactions/projector.js';
import type { RunningService } from './service-runner.js';

/** What an administrator sees and does of projections (`/admin/projections`). */
export interface ProjectionAdministration {
  status(this: void): Promise<readonly ProjectionStatus[]>;
  /** Projects parked streams again. `undefined`: there is no such projection. */
  replay(this: void, name: string): Promise<ProjectionStatus | undefined>;
  /** Makes a second generation beside the live one and swaps. `undefined`: there is no such projection. */
  rebuild(this: void, name: string): Promise<ProjectionStatus | undefined>;
}

/** The projections of a service in this process. A rebuild ends early when the signal aborts. */
export const projectionAdministration = (
  service: RunningService,
  log: EventLog,
  stopping: AbortSignal,
): ProjectionAdministration => {
  const statusOf = (projector: Projector, head: Position): Promise<ProjectionStatus> =>
    status(service.name, projector, head);
  const after = async (
    name: string,
    act: (projector: Projector) => Promise<unknown>,
  ): Promise<ProjectionStatus | undefined> => {
    const found = service.projectors.find((projector) => nameOf(projector) === name);
    if (found === undefined) return undefined;
    await act(found);
    return statusOf(found, await log.head());
  };
  return {
    status: async () => {
      const head = await log.head();
      return Promise.all(service.projectors.map((projector) => statusOf(projector, head)));
    },
    replay: (name) => after(name, (projector) => projector.replay()),
    rebuild: (name) => after(name, (projector) => projector.rebuild(stopping)),
  };
};

/** Those of several services as one. */
export const allProjections = (each: readonly ProjectionAdministration[]): ProjectionAdministration => {
  const first = async (
    act: (one: ProjectionAdministration) => Promise<ProjectionStatus | undefined>,
  ): Promise<ProjectionStatus | undefined> => {
    for (const one of each) {
      const status = await act(one);
      if (status !== undefined) return status;
    }
    return undefined;
  };
  return {
    status: async () => (await Promise.all(each.map((one) => one.status()))).flat(),
    replay: (name) => first((one) => one.replay(name)),
    rebuild: (name) => first((one) => one.rebuild(name)),
  };
};

const nameOf = ({ projection }: Projector): string => generationOf(projection);

const NO_LAG: Lag = { events: 0, ms: 0 };

/** As of an end of the log: the log is asked only for what a projection has still before it. */
const status = async (service: string, projector: Projector, head: Position): Promise<ProjectionStatus> => {
  const lag = projector.position >= head ? NO_LAG : await projector.lag();
  return {
    name: nameOf(projector),
    service,
    state: projector.state,
    position: projector.position,
    head,
    lag_events: lag.events,
    lag_ms: lag.ms,
    parked: projector.parked.map((parked) => ({ ...parked })),
  };
};
