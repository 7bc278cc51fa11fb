import type { EventDefinition } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { timestamp } from '../clock/port.js';
import type { Json } from '../base/json-value.js';
import type { StreamName } from '../base/position.js';
import { NO_STREAM } from '../eventlog/port.js';
import type { ServiceTools } from '../context/service-tools.js';

/** For specs: an event as it would stand in the log: of another service, or of a time with other rules. */
export const appendEvent = async (
  { log, clock }: Pick<ServiceTools, 'log' | 'clock'>,
  stream: StreamName,
  definition: EventDefinition,
  data: Json,
): Promise<void> => {
  const [last] = (await log.read(stream)).slice(-1);
  const id = freshId();
  const metadata = {
    ...{ command: id, commandName: 'any.command', request: id, correlation: id },
    ...{ actor: { kind: 'system' as const, id: '' }, at: timestamp(clock.now()) },
  };
  const expected = last === undefined ? NO_STREAM : { revision: last.revision, hash: last.hash };
  const event = { id, type: definition.storedType, data, metadata };
  const appended = await log.append({ stream, expected, events: [event] });
  expect(appended.status).toBe('appended');
};
