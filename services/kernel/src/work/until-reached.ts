import type { ServiceTools } from '../context/service-tools.js';

const LOOK_MS = 1000;

/** Answers when every projection of the service has a position. `goesOn` is asked meanwhile, and throws when the work must stop. */
export const untilReached = async (
  position: string,
  tools: Pick<ServiceTools, 'reached'>,
  goesOn: () => void,
): Promise<void> => {
  while (!(await tools.reached(position, LOOK_MS))) goesOn();
};
