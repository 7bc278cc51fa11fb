import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './answers-of.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { differences } from './kills/comparing.js';
import { Driver } from './kills/driving.js';
import { readLedger } from './kills/ledger.js';
import { makeScene } from './kills/scene.js';

const SCENES = 4;
/** A third one that counts for who asks would hold the model back from them. */
const KILLS_IN_A_SCENE = 2;

const ANSWERED_BETWEEN = 10;
/** Inferences that were acknowledged. */
const answeredIn = (ledger: string): number => {
  const { intents, acks } = readLedger(ledger);
  return intents.filter(({ kind, marker }) => kind === 'inference' && acks.has(marker)).length;
};

/** The processes that run models, of whatever Cairn here was given the folder. */
const workersOf = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWorker(pid) && descends(pid, folder));

/** A process may be gone by the time that it is read. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
};
const GONE = new Set(['ENOENT', 'ESRCH', 'EACCES']);

const isWorker = (pid: number): boolean => /running\/worker\/main\.js/.test(read(pid, 'cmdline'));

/** Whether a process above it was started for this folder. */
const descends = (pid: number, folder: string): boolean => {
  const above = Number(/^PPid:\t(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? 0);
  return above > 1 && (read(above, 'environ').includes(folder) || descends(above, folder));
};

describe.each(topologies)('R1: kill -9 of the processes that run models ($name)', (topology) => {
  let cairn: RunningCairn;
  let driver: Driver;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-ledger-'));
    [cairn, driver] = await Promise.all([topology.start(), Driver.start()]);
  });
  afterAll(async () => {
    await Promise.all([cairn.remove(), driver.end()]);
    rmSync(folder, { recursive: true });
  });

  /** Kills all that run now, and answers when another has begun. */
  const killWorkers = async (): Promise<void> => {
    const before = await until(
      async () => workersOf(cairn.folder),
      (pids) => pids.length > 0,
    );
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(
      async () => workersOf(cairn.folder),
      (pids) => pids.some((pid) => !before.includes(pid)),
    );
  };

  it.each(Array.from({ length: SCENES }, (_, scene) => scene + 1))(
    'loses nothing acknowledged and doubles nothing, and models are asked on (scene %i)',
    async () => {
      const scene = await makeScene(cairn);
      const ledger = join(folder, `${scene.dataset}.jsonl`);
      const { gone } = await driver.write({ gateways: cairn.gateways, goesOn: true, ledger, scene });
      for (let kill = 1; kill <= KILLS_IN_A_SCENE; kill += 1) {
        await killWorkers();
        await until(
          async () => answeredIn(ledger),
          (answered) => answered >= kill * ANSWERED_BETWEEN,
        );
      }
      driver.stop();
      await gone;
      const known = readLedger(ledger);
      expect(await differences(scene.person.client, scene, known)).toEqual([]);
      const asked = { params: { model_id: scene.model }, body: { input_text: '0,3' } };
      expect((await scene.person.client.call('runModel', asked)).status).toBe(201);
    },
    120_000,
  );
});
