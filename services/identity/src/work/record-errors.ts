import { identityCommands, type InputOf } from '@cairn/contracts';
import { type ErrorCount, errorCounts, freshId, pause, type ServiceTools, type Work } from '@cairn/kernel';

const LOOK_EVERY_MS = 1_000;

/**
 * Makes a record of each kind of error that processes have counted in the registers, and says of one that was resolved
 * that it came again. What was looked at is not looked at again before its count moves.
 */
export const recordErrors = ({ registers, execute }: Pick<ServiceTools, 'registers' | 'execute'>): Work => ({
  name: 'identity.errors',
  alone: true,
  run: async (signal) => {
    const seen = new Map<string, string>();
    while (!signal.aborted) {
      for (const error of await errorCounts(registers)) {
        const told = `${error.count} ${error.lastAt}`;
        if (seen.get(error.id) === told) continue;
        await execute(identityCommands.recordError, recordOf(error), { id: freshId() });
        seen.set(error.id, told);
      }
      await pause(LOOK_EVERY_MS, signal);
    }
  },
});

const recordOf = ({
  userId: user_id,
  entityId: entity_id,
  requestId: request_id,
  firstAt: first_at,
  lastAt: at,
  ...error
}: ErrorCount): InputOf<typeof identityCommands.recordError> => ({
  ...error,
  origin: 'cairn',
  user_id,
  entity_id,
  ...(request_id === undefined ? {} : { request_id }),
  first_at,
  at,
});
