import { operations, type Readiness } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { answer } from '../../call/answer.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import type { GatewayOptions } from '../../options/options.js';
import { Problem } from '../../problems/problem.js';

/** Alive and ready, also as the open inference protocol asks. */
export const healthHandlers = (
  options: GatewayOptions,
  readiness: () => Promise<Readiness>,
): readonly AnyHandler[] => {
  const startedAt = performance.now();
  return [
    handler(operations.getHealth, async () =>
      answer({
        status: 'ok',
        uptime_seconds: Math.round(performance.now() - startedAt) / 1000,
      } satisfies Json),
    ),
    handler(operations.getServerMetadata, async () =>
      answer({ name: 'cairn', version: versionOf(options), extensions: ['binary_tensor_data'] }),
    ),
    handler(operations.getServerLive, async () => answer({ live: true })),
    handler(operations.getServerReady, async () => {
      if ((await readiness()).status !== 'ready') throw new Problem('service_unavailable');
      return answer({ ready: true });
    }),
    handler(operations.getReadiness, async () => {
      const body = await readiness();
      if (body.status !== 'ready') throw new Problem('service_unavailable', undefined, { body });
      return answer(body);
    }),
  ];
};

/** Of the contract that is served. */
const versionOf = ({ openapi }: Pick<GatewayOptions, 'openapi'>): string => {
  const { version } = (openapi['info'] ?? {}) as { readonly version?: Json };
  return typeof version === 'string' ? version : '';
};
