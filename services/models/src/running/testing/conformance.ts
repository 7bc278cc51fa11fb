import type { Json } from '@cairn/kernel';
import { conformance } from '@cairn/kernel/testkit';
import type { ModelRunner, RunnableModel } from '../port.js';
import { answered } from './models-for-specs.js';
import { endlessModel, identityModel, tabularModel, textModel } from './models.js';

/** A runner, and how models come to where it reads them. */
export interface RunnerUnderTest {
  readonly runner: ModelRunner;
  model(bytes: Uint8Array, config?: Json, labels?: readonly string[]): Promise<RunnableModel>;
  /** Puts a file among the blobs. */
  saved(bytes: Uint8Array): Promise<string>;
  /** Writes a file and answers its path. */
  file(bytes: Uint8Array): string;
  end(): Promise<void>;
}

const DEADLINE_MS = 60_000;

/** The cases that every `ModelRunner` passes. */
export const modelRunnerConformance = (title: string, open: () => Promise<RunnerUnderTest>): void => {
  conformance(title, () => {
    let models: RunnerUnderTest;
    beforeAll(async () => (models = await open()));
    afterAll(() => models.end());
    it('tells what a file is', async () => {
      expect(await models.runner.inspect(models.file(tabularModel()))).toEqual({
        inputs: [{ name: 'x', type: 'float32', shape: [null, 2] }],
        outputs: [{ name: 'probabilities', type: 'float32', shape: [null, 3], values: 'probabilities' }],
        opset: 13,
        producer: 'cairn-specs',
        quantized: false,
        rows_independent: true,
        answer: { type: 'classification', output: 'probabilities', activation: 'none' },
        undecided: [],
      });
    });

    it('answers the most likely classes first', async () => {
      const model = await models.model(tabularModel(), undefined, ['up', 'down', 'flat']);
      const answer = answered(await models.runner.run(model, { kind: 'text', text: '2, 1' }, DEADLINE_MS));
      expect(answer.predictions.map(({ prediction }) => prediction)).toEqual(['up', 'flat', 'down']);
      const [one = 0, two = 0, three = 0] = answer.predictions.map(({ confidence }) => confidence);
      const sum = Math.exp(1) + Math.exp(0.5) + Math.exp(-1);
      expect(one).toBeCloseTo(Math.exp(1) / sum, 5);
      expect(two).toBeCloseTo(Math.exp(0.5) / sum, 5);
      expect(three).toBeCloseTo(Math.exp(-1) / sum, 5);
      expect(answer.inferenceMs).toBeGreaterThan(0);
    });

    it('reads a text as words', async () => {
      const model = await models.model(textModel(), {
        task: 'text-classification',
        tokenizer: { type: 'whitespace', lowercase: true },
        labels: ['praise', 'blame'],
      });
      const [first] = answered(
        await models.runner.run(model, { kind: 'text', text: 'A good good day' }, DEADLINE_MS),
      ).predictions;
      expect(first).toMatchObject({ prediction: 'praise', classId: 0, type: 'classification' });
      expect(first?.confidence).toBeCloseTo(1 / (1 + Math.exp(-8.1)), 5);
    });

    it('takes and gives named tensors', async () => {
      const model = await models.model(identityModel(), { task: 'raw' });
      const [only] = answered(
        await models.runner.run(
          model,
          {
            kind: 'raw',
            tensors: {
              x: [
                [1, 2.5],
                [3, 4],
              ],
            },
          },
          DEADLINE_MS,
        ),
      ).predictions;
      expect(only?.value).toEqual({ y: { type: 'float32', shape: [2, 2], data: [1, 2.5, 3, 4] } });
    });

    it('takes and gives the tensors of a request of the open inference protocol, of every size that it has', async () => {
      const model = await models.model(identityModel('float16'), { task: 'raw', batch: false });
      const parameters = { binary_data_size: 8 };
      const inputs = [{ name: 'x', datatype: 'FP16', shape: [2, 2], parameters }];
      const head = Buffer.from(JSON.stringify({ id: 'mine', inputs, outputs: [{ name: 'y' }] }));
      const body = Buffer.concat([head, Buffer.from('003c00c0ff7b0100', 'hex')]);
      const asked = { kind: 'tensors', sizeBytes: body.length } as const;
      const sha256 = await models.saved(body);
      const run = (headBytes: number) =>
        models.runner.run(model, { ...asked, sha256, headBytes }, DEADLINE_MS);
      const answer = answered(await run(head.length));
      const y = { type: 'float16', shape: [2, 2], data: [1, -2, 65_504, 2 ** -24] };
      expect(answer.predictions).toMatchObject([{ type: 'raw', value: { y } }]);
      expect(answer.form).toEqual({ id: 'mine', outputs: [{ name: 'y', binary: false }] });
      expect(await run(body.length + 1)).toMatchObject({ of: 'input', code: 'model_input_invalid' });
    });

    it('says whose mistake it is: the file’s, the config’s, the input’s', async () => {
      const row = { kind: 'text', text: '1' } as const;
      const run = async (bytes: Uint8Array, config: Json) =>
        models.runner.run(await models.model(bytes, config), row, DEADLINE_MS);
      expect(await models.runner.inspect(models.file(Buffer.from('no model')))).toMatchObject({
        of: 'model',
        code: 'model_file_invalid',
      });
      expect(await run(Buffer.from('no model'), {})).toMatchObject({
        of: 'model',
        code: 'model_file_invalid',
      });
      expect(await run(tabularModel(), { task: 'guess' })).toMatchObject({
        of: 'model',
        code: 'model_config_invalid',
      });
      expect(await run(tabularModel(), {})).toMatchObject({ of: 'input', code: 'model_input_invalid' });
    });

    it('answers in time, also of a model that never ends', async () => {
      const model = await models.model(endlessModel(), { task: 'raw' });
      const answer = models.runner.run(model, { kind: 'raw', tensors: { x: [1] } }, 200);
      expect(await answer).toMatchObject({ of: 'worker', code: 'model_timeout' });
    });

    it('answers everybody, however many ask at once', async () => {
      const model = await models.model(tabularModel());
      const rows = Array.from({ length: 50 }, (_, index) => ({ kind: 'text', text: `${index}, 0` }) as const);
      const answers = await Promise.all(rows.map((row) => models.runner.run(model, row, DEADLINE_MS)));
      expect(answers.every((answer) => answered(answer).predictions.length === 3)).toBe(true);
    });

    it('tells who asks when it is closed', async () => {
      const model = await models.model(tabularModel());
      await models.runner.close();
      expect(await models.runner.run(model, { kind: 'text', text: '1, 2' }, DEADLINE_MS)).toMatchObject({
        of: 'worker',
      });
    });
  });
};
