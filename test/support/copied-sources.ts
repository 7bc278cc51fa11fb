import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from './running-cairn.js';

const run = promisify(execFile);
const copies = pathToFileURL(join(root, 'scripts/copies.mjs')).href;

/** As `npm run` calls scripts that read the contract. */
const ON_SOURCES = ['--conditions=source', '--import', 'tsx'];

const inNode = async (program: string, cwd = root): Promise<string> => {
  const args = [...ON_SOURCES, '--input-type=module', '--eval', program];
  return (await run(process.execPath, args, { cwd })).stdout.trim();
};

/** A copy of the sources beside the packages that are installed: where it is. Who asks for it removes it. */
export const copied = (): Promise<string> =>
  inNode(`import { copyOfSources } from '${copies}'; console.log(copyOfSources());`);

/** One of each kind; the last asset is in an area that is not there before. */
export const ONE_OF_EACH = [
  ['record', 'models/badge'],
  ['job', 'datasets/reindex'],
  ['service', 'annotations'],
  ['record', 'annotations/story-board'],
  ['asset', 'prompts/prompt'],
  ['job', 'prompts/review'],
] as const;

/** What `npm run new` wrote, and what it told each time. */
export interface NewFiles {
  readonly made: readonly string[];
  readonly changed: readonly string[];
  readonly told: readonly string[];
}

const listed = (told: string, title: string): readonly string[] =>
  (new RegExp(`^${title}:\\n((?: {2}.*\\n)*)`, 'm').exec(told)?.[1] ?? '').trim().split(/\s*\n\s*/);

/**
 * Lets `npm run new` make all this in a copy, one after the other, and makes new packages known there. Throws what
 * `execFile` throws where it is refused: `stderr` has the sentence.
 */
export const made = async (copy: string, wanted: readonly (readonly string[])[]): Promise<NewFiles> => {
  const told: string[] = [];
  for (const args of wanted) {
    const all = [...ON_SOURCES, 'scripts/new.mjs', ...args];
    told.push((await run(process.execPath, all, { cwd: copy })).stdout);
    await inNode(`import { linkOwn } from '${copies}'; linkOwn('${copy}');`);
  }
  const all = (title: string) => [...new Set(told.flatMap((each) => listed(each, title)))];
  return { made: all('Made'), changed: all('Changed'), told };
};

/** With which sentence each of these is refused, by the same code in one process; empty where it is not. */
export const refusals = async (
  copy: string,
  wanted: readonly (readonly string[])[],
): Promise<readonly string[]> => {
  const program = `
    import { planned } from './scripts/new/planned.mjs';
    import { Refused } from './scripts/new/refused.mjs';
    const sentenceOf = (args) => {
      try {
        planned(args);
        return '';
      } catch (error) {
        if (error instanceof Refused) return error.message;
        throw error;
      }
    };
    console.log(JSON.stringify(${JSON.stringify(wanted)}.map(sentenceOf)));`;
  return JSON.parse(await inNode(program, copy)) as readonly string[];
};
