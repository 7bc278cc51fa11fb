import { counted, type Position, type ServicePort } from '@cairn/kernel';
import { LAG_MS } from '../options/limits.js';
import type { Dependencies } from './dependencies.js';

/** Whether the read models of a service have reached a position: in the time that a write waits for them (law 2), or in another, ms. */
export const reachedInTime = (
  service: Pick<ServicePort, 'reached'>,
  position: Position,
  { limits }: Pick<Dependencies, 'limits'>,
  withinMs = limits.lagMs,
): Promise<boolean> => counted('read_models', LAG_MS, () => service.reached(position, withinMs));
