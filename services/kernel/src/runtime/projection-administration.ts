import type { ProjectionStatus } from '@cairn/contracts';
import type { EventLog } from '../eventlog/port.js';
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
  const statusOf = (projector: Projector): Promise<ProjectionStatus> => status(service.name, projector, log);
  const after = async (
    name: string,
    act: (projector: Projector) => Promise<unknown>,
  ): Promise<ProjectionStatus | undefined> => {
    const found = service.projectors.find((projector) => nameOf(projector) === name);
    if (found === undefined) return undefined;
    await act(found);
    return statusOf(found);
  };
  return {
    status: () => Promise.all(service.projectors.map(statusOf)),
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

/** The name with the version that this release reads and writes: `datasets.items@1`. */
const nameOf = (projector: Projector): string => `${projector.name}@${projector.projection.version}`;

const status = async (service: string, projector: Projector, log: EventLog): Promise<ProjectionStatus> => {
  const lag = await projector.lag();
  return {
    name: nameOf(projector),
    service,
    state: projector.state,
    position: projector.position,
    head: await log.head(),
    lag_events: lag.events,
    lag_ms: lag.ms,
    parked: projector.parked.map((parked) => ({ ...parked })),
  };
};
