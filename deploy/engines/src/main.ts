import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './cli/check.js';
import { composeUp } from './cli/compose.js';
import { program } from './cli/program.js';
import { serve } from './cli/serve.js';

const USAGE = `npm run engines [-- options]
  (none)           installs what is missing, starts every engine and prints where it is; Ctrl-C ends them
  --data <folder>  their data; .cairn/engines when absent
  --install        only installs
  --check          only prints what each engine is, and ends with 1 when one is missing; with --install after installing
  --docker         the real ones by docker compose, from deploy/compose/engines.yaml
`;

const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: '.cairn/engines' },
      install: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      docker: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.docker) return composeUp();
  if (values.check || values.install) return check(values.install);
  const missing = await check(true);
  return missing === 0 ? serve(resolve(values.data)) : missing;
};

/** The program behind `npm run engines`. */
export const main = program(run, USAGE);

if (require.main === module) void main();
