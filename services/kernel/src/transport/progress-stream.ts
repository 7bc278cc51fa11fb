import type { ServerResponse } from 'node:http';
import { generationOf } from '../projection/projection.js';
import type { RunningService } from '../runtime/service-runner.js';
import { type Progress, SIGN_OF_LIFE_MS } from '../messages/protocol.js';

/** Sends a line for each turn of the loop in which something moved, and signs of life between, until one side ends. */
export const sendProgress = (
  service: RunningService,
  response: ServerResponse,
  stopping: AbortSignal,
): void => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  let due: NodeJS.Immediate | undefined;
  const send = (): void => {
    due = undefined;
    if (response.writableNeedDrain) return;
    response.write(`${JSON.stringify(progressOf(service))}\n`);
  };
  const forget = service.onMoved(() => (due ??= setImmediate(send)));
  const life = setInterval(send, SIGN_OF_LIFE_MS);
  const end = (): void => {
    clearInterval(life);
    clearImmediate(due);
    forget();
    response.end();
  };
  stopping.addEventListener('abort', end, { once: true });
  response.once('close', () => {
    stopping.removeEventListener('abort', end);
    end();
  });
  send();
};

/** What a replica tells of itself now. */
export const progressOf = (service: RunningService): Progress => ({
  leading: service.leading,
  positions: Object.fromEntries(
    service.projectors.map(({ projection, position }) => [generationOf(projection), position]),
  ),
  parked: service.projectors.flatMap((projector) => projector.parked.map(({ stream }) => stream)),
});
