import { eventRegistry } from '../domain/registry.js';
import { derivedId } from '../clock/ids.js';
import { idOf } from '../domain/streams.js';
import { START } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import type { Service } from '../definition/service.js';
import { StartError } from './start-error.js';

/**
 * Throws `StartError` where the first event of a service's streams is of a type that the service does not declare, or the
 * first of streams whose ids are derived from another's is in one of another id: the log was written by a build from before the first
 * release. What is damaged is told by those who read it.
 */
export const refuseUnknownEvents = async (
  log: Pick<EventLog, 'readAll'>,
  { name, aggregates }: Pick<Service, 'name' | 'aggregates'>,
): Promise<void> => {
  const first = await firstOf(
    log,
    aggregates.map(({ category }) => category),
  );
  if (first === undefined) return;
  if (eventRegistry(aggregates).defined(first.type) === undefined)
    throw ofAnEarlierBuild(`${name} does not know events of the type ${first.type}`);
  for (const { category, keyWord } of aggregates) {
    const event = keyWord === undefined ? undefined : await firstOf(log, [category]);
    if (keyWord !== undefined && event !== undefined && !isDerived(event, keyWord))
      throw ofAnEarlierBuild(`${name} does not know streams of the name ${event.stream}`);
  }
};

/** Whether the id of its stream is derived from an id that the event tells. */
const isDerived = ({ stream, data }: RecordedEvent, keyWord: string): boolean =>
  Object.values(data ?? {}).some((id) => typeof id === 'string' && derivedId(id, keyWord) === idOf(stream));

const firstOf = async (
  log: Pick<EventLog, 'readAll'>,
  categories: readonly string[],
): Promise<RecordedEvent | undefined> => {
  const options = { after: START, categories, limit: 1, pastDamage: true, withoutLarge: true };
  return (await log.readAll(options)).events[0];
};

const ofAnEarlierBuild = (what: string): StartError =>
  new StartError(
    `The log was written by an earlier build of Cairn: ${what}. ` +
      'Run that build on it, or begin anew in an empty folder with CAIRN_DATA_DIR (on shared engines: in empty ones).',
  );
