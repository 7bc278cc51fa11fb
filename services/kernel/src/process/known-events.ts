import { eventRegistry } from '../domain/registry.js';
import { type EventLog, START } from '../eventlog/port.js';
import type { Service } from '../runtime/service.js';
import { StartError } from './start-error.js';

/**
 * Throws `StartError` where the first event of a service's streams is of a type that the service does not declare: the
 * log was written by a build from before the first release, whose events had other names. What is damaged is told by
 * those who read it.
 */
export const refuseUnknownEvents = async (
  log: Pick<EventLog, 'readAll'>,
  { name, aggregates }: Pick<Service, 'name' | 'aggregates'>,
): Promise<void> => {
  const categories = aggregates.map(({ category }) => category);
  const {
    events: [first],
  } = await log.readAll({ after: START, categories, limit: 1, pastDamage: true, withoutLarge: true });
  if (first === undefined || eventRegistry(aggregates).defined(first.type) !== undefined) return;
  throw new StartError(
    `The log was written by an earlier build of Cairn: ${name} does not know events of the type ${first.type}. ` +
      'Run that build on it, or begin anew in an empty folder with CAIRN_DATA_DIR (on shared engines: in empty ones).',
  );
};
