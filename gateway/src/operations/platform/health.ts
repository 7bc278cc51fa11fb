import { operations } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { GatewayOptions } from '../../options.js';
import { Problem } from '../../problems/problem.js';
import { type AnyHandler, answer, handler } from '../handler.js';
import { readiness } from './readiness.js';

/** Alive and ready. */
export const healthHandlers = (options: GatewayOptions): readonly AnyHandler[] => {
  const startedAt = performance.now();
  return [
    handler(operations.getHealth, async () =>
      answer({
        status: 'ok',
        uptime_seconds: Math.round(performance.now() - startedAt) / 1000,
      } satisfies Json),
    ),
    handler(operations.getReadiness, async () => {
      const body = await readiness(options);
      if (body.status !== 'ready') throw new Problem('service_unavailable', undefined, { body });
      return answer(body);
    }),
  ];
};
