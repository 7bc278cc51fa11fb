import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, type Variables } from './running-cairn.js';
import { addressesIn } from './topologies/program.js';

const run = promisify(execFile);

/** The lines of a document that stand below `<!-- tried: name -->`. Throws where the document has none. */
export const linesOf = (document: string, name: string): string => {
  const text = readFileSync(join(root, document), 'utf8');
  const lines = new RegExp(`<!-- tried: ${name} -->\\s+\`\`\`(?:bash|yaml|python)\\n([^]*?)\`\`\``).exec(
    text,
  )?.[1];
  if (lines === undefined) throw new Error(`${document} has no lines to be tried as ${name}`);
  return lines;
};

/** All lines of a document that a reader may run, from its top to its end. Throws where it has none. */
export const allLinesOf = (document: string): string => {
  const text = readFileSync(join(root, document), 'utf8');
  const blocks = [...text.matchAll(/```bash\n([^]*?)```/g)].map(([, lines = '']) => lines);
  if (blocks.length === 0) throw new Error(`${document} has no lines to be run`);
  return blocks.join('\n');
};

const environmentOf = (variables: Variables): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...variables,
});

/** Runs lines of a document as they stand there. What they printed; throws where one of them fails. */
export const ranAs = async (lines: string, variables: Variables): Promise<string> => {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: root,
    env: environmentOf(variables),
  });
  return stdout;
};

export interface Begun {
  readonly baseUrl: string;
  /** Ends it as a terminal would; answers its exit code. */
  end(): Promise<number | null>;
}

/** Runs lines of a document that start a Cairn, and waits until it says where it is. */
export const begunAs = async (lines: string, variables: Variables): Promise<Begun> => {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: root,
    env: environmentOf(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const gone = once(child, 'close');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (addressesIn(said)[0] !== '') break;
  }
  child.stdout.resume();
  const [baseUrl = ''] = addressesIn(said);
  if (baseUrl === '') throw new Error(`it ended before it was ready:\n${said}`);
  return {
    baseUrl,
    end: async () => {
      process.kill(-child.pid!, 'SIGTERM');
      const [code] = (await gone) as [number | null];
      return code;
    },
  };
};
