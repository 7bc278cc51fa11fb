import { newAsset } from './asset.mjs';
import { newJob } from './job.mjs';
import { Plan } from './plan.mjs';
import { newRecord } from './record.mjs';
import { Refused } from './refused.mjs';
import { newService } from './service.mjs';
import { isName } from './words.mjs';

const inArea = (make) => (plan, path) => {
  const [area, name, ...more] = path.split('/');
  if (name === undefined || more.length > 0 || !isName(area) || !isName(name))
    throw new Refused(`${path} is not an area and a name in small letters, as models/model-card is.`);
  return make(plan, area, name);
};

const KINDS = {
  record: { make: inArea(newRecord), use: 'record <area>/<name>' },
  asset: { make: inArea(newAsset), use: 'asset <area>/<name>' },
  job: { make: inArea(newJob), use: 'job <area>/<name>' },
  service: { make: newService, use: 'service <area>' },
};
const USES = Object.values(KINDS).map(({ use }) => `npm run new -- ${use}`);

/**
 * The files of what is asked for, as the command line says it, and what is left to do: `next`, and the commands to run
 * `first` and `last`. Throws `Refused` for what cannot be made.
 */
export const planned = ([kind, name, ...more]) => {
  if (!Object.hasOwn(KINDS, kind ?? '') || name === undefined || more.length > 0)
    throw new Refused(`Say what is new: ${USES.join(', ')}.`);
  const plan = new Plan();
  const { next, first = [], last = [] } = KINDS[kind].make(plan, name);
  return { plan, next, first, last };
};
