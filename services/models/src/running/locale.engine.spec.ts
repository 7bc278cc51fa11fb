/** Text models of scikit-learn compare texts by a locale, which many a Linux has not. */
import { answered, modelsForSpecs, type ModelsForSpecs } from './testing/models-for-specs.js';
import { graph, node, onnxFile, valueInfo } from './testing/onnx-writer.js';

const DEADLINE_MS = 60_000;

let models: ModelsForSpecs;
beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 1 } })));
afterAll(() => models.end());

/** Writes texts in small letters, as `CountVectorizer` does first. */
const smallLetters = (locale?: string): Buffer =>
  onnxFile(
    graph({
      nodes: [
        node('StringNormalizer', ['x'], ['y'], {
          attributes: { case_change_action: 'LOWER', ...(locale === undefined ? {} : { locale }) },
        }),
      ],
      inputs: [valueInfo('x', 'string', ['N'])],
      outputs: [valueInfo('y', 'string', ['N'])],
    }),
  );

it('a model that names no locale, as exporters write it, is opened and run', async () => {
  expect(await models.runner.inspect(models.file(smallLetters()))).toMatchObject({ producer: 'cairn-specs' });
  const model = await models.model(smallLetters(), { task: 'raw' });
  const asked = { kind: 'raw', tensors: { x: ['PUFFIN', 'Ærø'] } } as const;
  const { predictions } = answered(await models.runner.run(model, asked, DEADLINE_MS));
  expect(predictions[0]?.value).toEqual({ y: { type: 'string', shape: [2], data: ['puffin', 'ærø'] } });
});

it('one whose locale is not there is refused with what to do', async () => {
  const told = await models.runner.inspect(models.file(smallLetters('xx_XX.UTF-8')));
  expect(told).toMatchObject({ of: 'model', code: 'model_failed' });
  expect(told).toHaveProperty('message', expect.stringContaining('the locale xx_XX.UTF-8'));
  expect(told).toHaveProperty(
    'message',
    expect.stringContaining('`options={TfidfVectorizer: {"locale": "C"}}`'),
  );
  expect(told).toHaveProperty('message', expect.stringContaining('`npm run models:install`'));
});
