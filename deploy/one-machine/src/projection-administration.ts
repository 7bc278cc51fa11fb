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

/** Events that wait are counted up to here. */
const COUNTED = 1000;

const statusOf = async ({ service, projector }: Named, log: EventLog): Promise<ProjectionStatus> => {
  const { position } = projector;
  const head = await log.head();
  const waiting = await log.readAll({ after: position, categories: projector.categories, limit: COUNTED });
  const oldest = waiting.events[0];
  return {
    name: nameOf(projector),
    service,
    state: projector.state,
    position,
    head,
    lag_events: waiting.events.length,
    lag_ms: oldest === undefined ? 0 : Math.max(0, Date.now() - Date.parse(oldest.metadata.at)),
    parked: projector.parked.map((parked) => ({ ...parked })),
  };
};
