import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@cairn/kernel/testkit';
import { type RunnableModel, isRunFailure } from './port.js';
import { openModelRunner } from './runner.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import { endlessModel, identityModel, tabularModel } from './testing/models.js';
import { bytesField } from './testing/onnx-writer.js';

const DEADLINE_MS = 60_000;
const ROW = { kind: 'text', text: '2, 1' } as const;

const isThere = (pid: number): boolean => {
  try {
    // What was killed and is not yet waited for counts as gone.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('the workers of a runner', () => {
  let models: ModelsForSpecs;
  let good: RunnableModel;
  const opened = async (options: Parameters<typeof modelsForSpecs>[0]): Promise<void> => {
    models = await modelsForSpecs(options);
    good = await models.model(tabularModel());
  };
  afterEach(() => models.end());
  const run = (model = good, deadlineMs = DEADLINE_MS) => models.runner.run(model, ROW, deadlineMs);
  const confidences = async (model = good): Promise<readonly number[]> =>
    answered(await run(model)).predictions.map(({ confidence }) => confidence);

  it('are replaced when they are killed, and who waited is answered', async () => {
    await opened({ pool: { workers: 1 } });
    await confidences();
    const [first = 0] = models.runner.pids;
    const endless = await models.model(endlessModel(), { task: 'raw' });
    const hangs = models.runner.run(endless, { kind: 'raw', tensors: { x: [1] } }, 2_000);
    const waits = confidences();
    process.kill(first, 'SIGKILL');
    expect(await waits).toHaveLength(3);
    expect(await hangs).toMatchObject({ of: 'worker' });
    expect(models.runner.pids).not.toContain(first);
  });

  it('that are killed while nobody asks count against no model', async () => {
    await opened({ pool: { workers: 1 } });
    for (let time = 0; time < 5; time += 1) {
      await confidences();
      const [pid = 0] = models.runner.pids;
      process.kill(pid, 'SIGKILL');
      await until(async () => !isThere(pid));
    }
    expect(await confidences()).toHaveLength(3);
  });

  it('open a model for longer than who asks waits', async () => {
    // Workers of specs are compiled as they start (tsx): WebAssembly reserves 4 GiB of addresses for that on Node 26.
    await opened({ memoryBytes: 8 * 1024 ** 3, pool: { workers: 1, leastRunMs: 50, idleMs: 50 } });
    const says = bytesField(6, Buffer.alloc(200e6, 'a'));
    const large = await models.model(Buffer.concat([tabularModel(), says]));
    await run(large);
    await until(async () => models.runner.pids.length === 0);
    expect(await run(large, 20)).toMatchObject({ code: 'model_timeout' });
    const opening = models.runner.pids;
    expect(answered(await run(large)).predictions).toHaveLength(3);
    expect(models.runner.pids).toEqual(opening);
  });

  it('are replaced when they hold too much', async () => {
    await opened({ pool: { workers: 1, retireBytes: 1 } });
    await confidences();
    const [first] = models.runner.pids;
    await confidences();
    expect(first === undefined || !models.runner.pids.includes(first)).toBe(true);
  });

  it('end when nobody needs them for a while', async () => {
    await opened({ pool: { workers: 1, idleMs: 50 } });
    await confidences();
    const pids = models.runner.pids;
    await until(async () => pids.every((pid) => !isThere(pid)));
    expect(await confidences()).toHaveLength(3);
  });

  it('close models that were not used lately when they come to too many bytes', async () => {
    const bytes = tabularModel().length;
    await opened({ pool: { workers: 1, openBytes: 3 * bytes } });
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        models.model(tabularModel('N', { metadata: { index: String(index) } })),
      ),
    );
    for (let round = 0; round < 2; round += 1)
      for (const model of many) expect(await confidences(model)).toHaveLength(3);
  });

  it('refuse what is too much, at once and clearly', async () => {
    await opened({ waiting: 4, pool: { workers: 1 } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => run()));
    const refused = answers.filter(isRunFailure);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ of, code }) => `${of} ${code}`))).toEqual(new Set(['worker models_busy']));
    expect(await confidences()).toHaveLength(3);
  });

  it('answer the same in a batch as one by one', async () => {
    await opened({ pool: { workers: 1 } });
    const rows = Array.from(
      { length: 60 },
      (_, index) => ({ kind: 'text', text: `${index / 7}, ${(index * 5) % 11}` }) as const,
    );
    const told = (each: Awaited<ReturnType<typeof run>>) =>
      answered(each).predictions.map(({ classId, confidence }) => [classId, confidence.toFixed(6)]);
    const single = [];
    for (const row of rows) single.push(told(await models.runner.run(good, row, DEADLINE_MS)));
    const together = await Promise.all(rows.map((row) => models.runner.run(good, row, DEADLINE_MS)));
    expect(together.map(told)).toEqual(single);
    const fixed = await models.model(tabularModel(1));
    const apart = await Promise.all(rows.map((row) => models.runner.run(fixed, row, DEADLINE_MS)));
    expect(apart.map(told)).toEqual(single);
  });

  it('tell each of a batch its own mistake', async () => {
    await opened({ pool: { workers: 1 } });
    const texts = ['1, 2', '1', 'one, two', '3, 4'];
    const answers = await Promise.all(
      texts.map((text) => models.runner.run(good, { kind: 'text', text }, DEADLINE_MS)),
    );
    expect(answers.map((each) => (isRunFailure(each) ? each.of : 'answered'))).toEqual([
      'answered',
      'input',
      'input',
      'answered',
    ]);
  });

  it('are not there where the native parts are not installed, and it is said what to do', async () => {
    await opened({ native: '/nowhere' });
    const absent = {
      of: 'absent',
      code: 'model_runner_absent',
      message: expect.stringContaining('npm run models:install'),
    };
    expect(await run()).toMatchObject(absent);
    expect(await models.runner.inspect('/nowhere')).toMatchObject(absent);
  });

  it('say so where the native parts do not load, and no model is to blame', async () => {
    const native = mkdtempSync(join(tmpdir(), 'cairn-native-'));
    for (const part of ['onnxruntime-node', 'sharp', '@huggingface/tokenizers']) {
      mkdirSync(join(native, 'node_modules', part), { recursive: true });
      writeFileSync(join(native, 'node_modules', part, 'package.json'), '{"main": "gone.js"}');
    }
    await opened({ native });
    for (let time = 0; time < 4; time += 1)
      expect(await run()).toMatchObject({
        of: 'absent',
        message: expect.stringContaining('onnxruntime-node does not load here'),
      });
    rmSync(native, { recursive: true });
  });

  it('are asked for no model that is larger than what they may have', async () => {
    await opened({ memoryBytes: 1_000 });
    expect(await run({ ...good, sizeBytes: 2_000 })).toMatchObject({ of: 'model', code: 'model_failed' });
    expect(models.runner.pids).toEqual([]);
  });

  it('are ended by a close, and who waits is told', async () => {
    await opened({ pool: { workers: 1 } });
    await confidences();
    const pids = models.runner.pids;
    const waiting = [run(), run()];
    await models.runner.close();
    for (const answer of await Promise.all([...waiting, run()]))
      expect(answer).toMatchObject({ of: 'worker' });
    expect(pids.some(isThere)).toBe(false);
  });
});

describe('the files of a runner', () => {
  let models: ModelsForSpecs;
  afterEach(() => models.end());

  it('stay for the next time, are compared with their name, and go when there are too many', async () => {
    models = await modelsForSpecs({ pool: { workers: 1 }, folderBytes: 3 * tabularModel().length });
    const folder = join(models.folder, 'running');
    const kept = (): readonly string[] => readdirSync(folder).filter((name) => name !== 'inputs');
    const first = await models.model(tabularModel());
    answered(await models.runner.run(first, ROW, DEADLINE_MS));
    expect(kept()).toEqual([first.sha256]);
    await models.runner.close();
    writeFileSync(join(folder, first.sha256), 'spoiled');
    const again = await openModelRunner({ blobs: models.blobs, folder, pool: { workers: 1 } });
    answered(await again.run(first, ROW, DEADLINE_MS));
    await again.close();
    const small = await openModelRunner({
      blobs: models.blobs,
      folder,
      folderBytes: 3 * tabularModel().length,
    });
    for (let index = 0; index < 6; index += 1) {
      const model = await models.model(tabularModel('N', { metadata: { i: String(index) } }));
      answered(await small.run(model, ROW, DEADLINE_MS));
    }
    await small.close();
    expect(kept().length).toBeLessThanOrEqual(4);
  });

  it('that a caller sent are gone after the run', async () => {
    models = await modelsForSpecs({ pool: { workers: 1 } });
    const model = await models.model(identityModel(), { task: 'audio' });
    const sha256 = await models.saved(Buffer.from('no sound'));
    const answer = await models.runner.run(
      model,
      { kind: 'file', sha256, contentType: 'audio/wav' },
      DEADLINE_MS,
    );
    expect(answer).toMatchObject({ of: 'input', message: 'The file is no WAV sound.' });
    expect(readdirSync(join(models.folder, 'running/inputs'))).toEqual([]);
  });

  it('that are not there are named: the model, or the input', async () => {
    models = await modelsForSpecs({ pool: { workers: 1 } });
    const missing = 'a'.repeat(64);
    const model = await models.model(identityModel(), { task: 'audio' });
    const input = { kind: 'file', sha256: missing, contentType: 'audio/wav' } as const;
    expect(await models.runner.run({ ...model, sha256: missing }, ROW, DEADLINE_MS)).toMatchObject({
      of: 'model',
    });
    expect(await models.runner.run(model, input, DEADLINE_MS)).toMatchObject({ of: 'input' });
    expect(existsSync(join(models.folder, 'running', missing))).toBe(false);
  });
});
