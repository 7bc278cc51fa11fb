import { parseArgs } from 'node:util';
import { program, tableOf } from '@cairn/engines';
import { ALL_GROUPS, isToolGroup, type ToolGroup, toolStates } from './tools/tools.js';

const USAGE = `npm run kubernetes [-- options] [${ALL_GROUPS.join(' ')}]
  (none)     prints what each tool is, and ends with 1 when one is missing; with names, those alone
  --install  installs what is missing, once for this machine
`;

const run = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { install: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  return show(positionals.length === 0 ? ALL_GROUPS : positionals.map(groupOf), values.install);
};

const groupOf = (word: string): ToolGroup => {
  if (isToolGroup(word)) return word;
  throw new TypeError(`“${word}” is no group of tools.`);
};

const show = async (groups: readonly ToolGroup[], installs: boolean): Promise<number> => {
  const states = await toolStates(groups, { installs });
  const isThere = (missing?: string): string => (missing === undefined ? 'there' : 'MISSING');
  for (const line of tableOf(states.map(({ name, product, missing }) => [name, product, isThere(missing)])))
    console.log(line);
  const missing = states.filter((state) => state.missing !== undefined);
  for (const { name, missing: why = '' } of missing) console.error(`${name} is missing: ${why}`);
  return missing.length === 0 ? 0 : 1;
};

/** The program behind `npm run kubernetes`. */
export const main = program(run, USAGE);

if (require.main === module) void main();
