import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from './child.js';

/** Ends with these codes, one at each start; then it is ready, and runs until it is told to end. */
const program = (counted: string, codes: readonly number[]): string => `
  const { appendFileSync, readFileSync } = require('node:fs');
  appendFileSync(${JSON.stringify(counted)}, 'x');
  const code = ${JSON.stringify(codes)}[readFileSync(${JSON.stringify(counted)}).length - 1];
  if (code !== undefined) process.exit(code);
  console.log('It is ready');
  setInterval(() => undefined, 1_000);
`;

describe('a process of a cluster', () => {
  let folder: string;
  let said: string[];
  let child: Child;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-child-'));
    said = [];
  });
  afterEach(async () => {
    await child.stop();
    rmSync(folder, { recursive: true });
  });
  const starting = (...codes: readonly number[]): Promise<void> => {
    const main = join(folder, 'main.js');
    writeFileSync(main, program(join(folder, 'starts'), codes));
    const options = { changed: () => undefined, say: (line: string) => void said.push(line) };
    child = new Child({ name: 'identity-1', main, environment: {} }, options);
    return child.start();
  };
  const starts = (): number => readFileSync(join(folder, 'starts'), 'utf8').length;

  it('is started again, as often as it waited in vain for an engine', async () => {
    await starting(75, 75);
    expect([child.isReady, child.endedWith, starts()]).toEqual([true, 75, 3]);
    const again = 'identity-1 ended with 75: an engine did not answer it; it is started again.';
    expect(said).toEqual([again, again]);
  });

  it('ends the start of the cluster where it ends for another reason before it is ready', async () => {
    await expect(starting(1)).rejects.toThrow('identity-1 ended with 1 before it was ready.');
    expect([starts(), said]).toEqual([1, []]);
  });

  it('is not started again when it is stopped meanwhile', async () => {
    const start = starting(75, 75, 75, 75, 75);
    while (said.length === 0) await pause(5);
    await child.stop();
    await start;
    expect([child.isReady, starts()]).toEqual([false, 1]);
  });
});
