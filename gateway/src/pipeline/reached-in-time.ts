import { counted, type Position, type ServicePort } from '@cairn/kernel';
import { LAG_MS } from '../limits.js';
import type { Dependencies } from './dependencies.js';

/** Whether the read models of a service have reached a position as long as a write waits for them (law 2). */
export const reachedInTime = (
  service: Pick<ServicePort, 'reached'>,
  position: Position,
  { limits }: Pick<Dependencies, 'limits'>,
): Promise<boolean> => counted('read_models', LAG_MS, () => service.reached(position, limits.lagMs));
