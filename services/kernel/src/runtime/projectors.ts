import type { Policy } from '../reactions/policy.js';
import type { Projection } from '../projection/projection.js';
import { derivingTarget } from '../targets/derived.js';
import { documentsTarget } from '../targets/documents.js';
import type { ProjectionTarget } from '../targets/port.js';
import { Projector } from '../reactions/projector.js';
import type { ProjectorOptions } from '../reactions/projector-options.js';
import { timerProjection } from '../reactions/timers.js';
import type { Engines } from '../context/engines.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Service } from '../definition/service.js';

/** Every projection of a service, its timers' too. */
export const projectionsOf = (service: Service): readonly Projection[] => [
  ...service.projections,
  ...(service.timers ? [timerProjection(service.name, service.timers)] : []),
];

/** What a service reacts with. */
export const policiesOf = (service: Service, tools: ServiceTools): readonly Policy[] =>
  service.policies?.(tools) ?? [];

export interface ProjectorsOptions extends Pick<ProjectorOptions, 'logger'> {
  readonly engines: Pick<Engines, 'log' | 'documents' | 'vault' | 'errors'>;
  readonly projectionDelayMs?: number;
}

/** One for each projection; `moved` is called when any of them stands elsewhere. */
export const projectorsOf = (
  service: Service,
  { engines: { log, documents, vault, errors }, logger, projectionDelayMs: delayMs }: ProjectorsOptions,
  moved: () => void,
): readonly Projector[] => {
  const categories = service.aggregates.map(({ category }) => category);
  const delay = delayMs === undefined ? {} : { delayMs };
  return projectionsOf(service).map((projection) => {
    const target = targetOf(projection, documents);
    return new Projector({ projection, target, categories, log, vault, logger, errors, moved, ...delay });
  });
};

const targetOf = ({ name, derived }: Projection, documents: Engines['documents']): ProjectionTarget => {
  const target = documentsTarget(documents, name);
  return derived === undefined ? target : derivingTarget(target, documents, derived);
};
