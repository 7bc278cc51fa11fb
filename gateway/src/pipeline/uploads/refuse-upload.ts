import type { Principal } from '@cairn/kernel';
import { refusedProblem } from '../../problems/problem.js';
import { contextNow } from '../point-in-time.js';
import { reachedInTime } from '../reached-in-time.js';
import type { Found } from '../router.js';
import type { Dependencies } from '../dependencies.js';

/**
 * Refuses an upload that its caller may not make, before a byte of it is stored; the command decides again (S40). Nobody
 * is refused by read models that are behind: they are waited for, and when they do not come the command alone decides.
 */
export const refuseUpload = async (
  { route, params }: Found,
  principal: Principal,
  dependencies: Dependencies,
): Promise<void> => {
  const { uploadRefusal } = route.handler;
  if (uploadRefusal === undefined) return;
  const ask = () => uploadRefusal(contextNow(dependencies, principal), params);
  if ((await ask()) === undefined || !(await isKnown(params, dependencies))) return;
  const refusal = await ask();
  if (refusal !== undefined) throw refusedProblem(refusal);
};

/** Whether the read models have all that the log has of what a path names. */
const isKnown = async (params: Found['params'], dependencies: Dependencies): Promise<boolean> => {
  const { services, timeTravelled, log } = dependencies.options;
  const streams = Object.values(params).flatMap((id) =>
    timeTravelled.map(({ category }) => `${category}-${id ?? ''}`),
  );
  const head = await log.head();
  const reached = await Promise.all(services.map((service) => reachedInTime(service, head, dependencies)));
  return reached.every((one) => one) && !services.some((service) => service.isStale(streams));
};
