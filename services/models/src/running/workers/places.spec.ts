import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { PARTS } from '../native-parts.js';
import { isRunFailure, type RunAsker, type RunnableModel } from '../port.js';
import { openModelRunner } from '../runner.js';

const MODEL: RunnableModel = { sha256: 'a'.repeat(64), sizeBytes: 1, config: '', versionId: '', term: '' };
const LONG_MS = 60_000;

describe('the places of a runner', () => {
  let folder: string;
  let runner: Awaited<ReturnType<typeof openModelRunner>>;
  let file: PassThrough;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-places-'));
    for (const part of PARTS) {
      const at = join(folder, 'native/node_modules', part);
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, 'package.json'), '{}');
    }
    file = new PassThrough();
    // No file of a model arrives before a spec ends: all that is asked waits.
    const blobs = { open: async () => file };
    runner = await openModelRunner({
      blobs,
      folder: join(folder, 'running'),
      native: join(folder, 'native'),
    });
  });
  afterEach(async () => {
    await runner.close();
    rmSync(folder, { recursive: true });
  });

  const asks = (asker: RunAsker, many: number) => {
    const runs = Array.from({ length: many }, () =>
      runner.run(MODEL, { kind: 'text', text: 'x' }, LONG_MS, asker),
    );
    return { runs, ended: async () => void (file.destroy(), await Promise.allSettled(runs)) };
  };
  const busy = async (runs: readonly ReturnType<typeof runner.run>[]): Promise<number> => {
    const told = await Promise.all(runs.map((run) => Promise.race([run, Promise.resolve()])));
    return told.filter((answer) => answer && isRunFailure(answer) && answer.code === 'models_busy').length;
  };

  it('are taken by executions by half: people still have the others', async () => {
    const executions = asks({ isWork: true }, 256);
    expect(runner.load.underWay).toBe(128);
    expect(await busy(executions.runs)).toBe(128);
    const people = asks({}, 129);
    expect(runner.load.underWay).toBe(256);
    expect(await busy(people.runs)).toBe(1);
    await executions.ended();
    await people.ended();
    expect(runner.load.underWay).toBe(0);
  });

  it('are full for executions too when people have taken them', async () => {
    const people = asks({}, 256);
    const executions = asks({ isWork: true }, 2);
    expect([await busy(people.runs), await busy(executions.runs)]).toEqual([0, 2]);
    await people.ended();
    await executions.ended();
  });
});
