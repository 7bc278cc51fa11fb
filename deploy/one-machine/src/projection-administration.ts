import type { ProjectionStatus } from '@cairn/contracts';
import type { ProjectionAdministration } from '@cairn/gateway';
import type { EventLog, Projector, RunningService } from '@cairn/kernel';

interface Named {
  readonly service: string;
  readonly projector: Projector;
}

/** What an administrator sees and does of the projections in this process (`/admin/projections`). */
export const projectionAdministration = (
  services: readonly RunningService[],
  log: EventLog,
  stopping: AbortSignal,
): ProjectionAdministration => {
  const all: readonly Named[] = services.flatMap((service) =>
    service.projectors.map((projector) => ({ service: service.name, projector })),
  );
  const after = async (
    name: string,
    act: (projector: Projector) => Promise<unknown>,
  ): Promise<ProjectionStatus | undefined> => {
    const found = all.find(({ projector }) => nameOf(projector) === name);
    if (found === undefined) return undefined;
    await act(found.projector);
    return statusOf(found, log);
  };
  return {
    status: () => Promise.all(all.map((one) => statusOf(one, log))),
    replay: (name) => after(name, (projector) => projector.replay()),
    rebuild: (name) => after(name, (projector) => projector.rebuild(stopping)),
  };
};

/** The name with the version that this release reads and writes: `datasets.items@1`. */
const nameOf = (projector: Projector): string => `${projector.name}@${projector.version}`;

const statusOf = async ({ service, projector }: Named, log: EventLog): Promise<ProjectionStatus> => {
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
