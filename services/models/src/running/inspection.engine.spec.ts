import { isRunFailure, type ModelFacts } from './port.js';
import { lessTheMeanModel, quantizingModel } from './testing/mixing-models.js';
import { endlessModel, identityModel, tabularModel, textModel } from './testing/models.js';
import { answered, type ModelsForSpecs, modelsForSpecs } from './testing/models-for-specs.js';
import { floats, graph, mapsInfo, node, onnxFile, tensor, valueInfo } from './testing/onnx-writer.js';

const ML = 'ai.onnx.ml';
const X = valueInfo('x', 'float32', ['N', 2]);
const scores = (name: string, width: number) => valueInfo(name, 'float32', ['N', width]);
/** A classifier of three classes, whose numbers are 1, 2, 3. */
const classifier = (post_transform: string, labels: object = { classlabels_ints: [1, 2, 3] }) =>
  node('LinearClassifier', ['x'], ['label', 'raw'], {
    domain: ML,
    attributes: {
      ...labels,
      coefficients: floats([1, 0, 0, 1, -1, -1]),
      intercepts: floats([0, 0, 0]),
      multi_class: { int: 0 },
      post_transform,
    },
  });

describe('the inspection of a model', () => {
  let models: ModelsForSpecs;
  beforeAll(async () => (models = await modelsForSpecs({ pool: { askMs: 500 } })));
  afterAll(() => models.end());

  const inspected = async (file: Uint8Array): Promise<ModelFacts> => {
    const facts = await models.runner.inspect(models.file(file));
    if (isRunFailure(facts)) throw new Error(facts.message);
    return facts;
  };
  const asked = async (file: Uint8Array, text: string, config?: object, labels?: readonly string[]) => {
    const model = await models.model(file, config as never, labels);
    return models.runner.run(model, { kind: 'text', text }, 60_000);
  };
  const top = async (...args: Parameters<typeof asked>) => answered(await asked(...args)).predictions[0];

  it('1.1: takes a file that uses ai.onnx.ml alone', async () => {
    const nodes = [classifier('SOFTMAX')];
    const outputs = [valueInfo('label', 'int64', ['N']), scores('raw', 3)];
    const file = onnxFile(graph({ nodes, inputs: [X], outputs }), { opset: 0 });
    expect(await inspected(file)).toMatchObject({ opset: 0, rows_independent: true });
    expect(await top(file, '5,1')).toMatchObject({ prediction: '1' });
  });

  it.each(['Identity', 'Cast', 'Mul', 'Concat'])(
    '1.2: sees probabilities by their values, behind %s too',
    async (operation) => {
      const last = {
        Identity: node('Identity', ['p'], ['probabilities']),
        Cast: node('Cast', ['p'], ['probabilities'], { attributes: { to: { int: 1 } } }),
        Mul: node('Mul', ['p', 'one'], ['probabilities']),
        Concat: node('Concat', ['p'], ['probabilities'], { attributes: { axis: { int: 1 } } }),
      }[operation]!;
      const nodes = [
        node('Gemm', ['x', 'w'], ['z']),
        node('Softmax', ['z'], ['p'], { attributes: { axis: { int: 1 } } }),
        last,
      ];
      const initializers = [
        tensor('w', 'float32', [2, 3], [1, -1, 0, -1, 1, 0]),
        tensor('one', 'float32', [1], [1]),
      ];
      const file = onnxFile(
        graph({ nodes, initializers, inputs: [X], outputs: [scores('probabilities', 3)] }),
      );
      const facts = await inspected(file);
      expect(facts.answer).toEqual({
        type: 'classification',
        output: 'probabilities',
        activation: 'none',
      });
      expect(facts.undecided).toEqual([]);
      const sum = Math.exp(1) + Math.exp(-1) + 1;
      expect((await top(file, '1,0'))?.confidence).toBeCloseTo(Math.exp(1) / sum, 5);
    },
  );

  it('1.3: gives what a regressor computes', async () => {
    const regressor = node('LinearRegressor', ['x'], ['y'], {
      domain: ML,
      attributes: { coefficients: floats([2, 0]), intercepts: floats([35]) },
    });
    const nodes = [regressor, node('Identity', ['y'], ['variable'])];
    const file = onnxFile(graph({ nodes, inputs: [X], outputs: [scores('variable', 1)] }));
    expect((await inspected(file)).answer).toEqual({ type: 'regression', output: 'variable' });
    expect(await top(file, '1,0')).toMatchObject({ prediction: '37', type: 'regression' });
  });

  it('1.3: gives each number of a regressor, whatever its columns are called, and asks what one named number is', async () => {
    const regressor = (name: string, by: number) =>
      node('LinearRegressor', ['x'], [name], {
        domain: ML,
        attributes: { coefficients: floats([by, 0]), intercepts: floats([1]) },
      });
    const columns = node('Concat', ['one', 'other'], ['y'], { attributes: { axis: { int: 1 } } });
    const nodes = [regressor('one', 2), regressor('other', -3), columns];
    const both = onnxFile(graph({ nodes, inputs: [X], outputs: [scores('y', 2)] }));
    const named = answered(await asked(both, '2,0', {}, ['price', 'rent'])).predictions;
    expect(named.map(({ type, classId, value }) => [type, classId, value])).toEqual([
      ['regression', 0, { value: 5, name: 'price' }],
      ['regression', 1, { value: -5, name: 'rent' }],
    ]);
    const weights = tensor('w', 'float32', [2, 1], [2, 0]);
    const product = onnxFile(
      graph({
        nodes: [node('MatMul', ['x', 'w'], ['y'])],
        initializers: [weights],
        inputs: [X],
        outputs: [scores('y', 1)],
      }),
    );
    expect(await asked(product, '2,0', {}, ['price'])).toMatchObject({
      code: 'model_config_invalid',
      message: expect.stringContaining('`output.type`') as string,
    });
    expect(await top(product, '2,0')).toMatchObject({ prediction: '4', type: 'regression' });
    expect(await top(product, '2,0', {}, ['no', 'yes'])).toMatchObject({ prediction: 'yes', classId: 1 });
  });

  it('1.4: names classes as the model does, and says first what its label says', async () => {
    // The scores of the classes 1, 2, 3 stand with the opposite sign, as those of some support vector machines.
    const nodes = [classifier('NONE'), node('Neg', ['raw'], ['scores'])];
    const outputs = [valueInfo('label', 'int64', ['N']), scores('scores', 3)];
    const file = onnxFile(graph({ nodes, inputs: [X], outputs }));
    expect(await inspected(file)).toMatchObject({
      label_has: 'lowest_score',
      answer: { label_output: 'label', labels: ['1', '2', '3'], activation: 'softmax' },
    });
    const first = await top(file, '5,1');
    expect(first).toMatchObject({ prediction: '1', classId: 0 });
    expect(first?.confidence).toBeGreaterThan(0.9);
    expect(await top(file, '5,1', {}, ['one', 'two', 'three'])).toMatchObject({ prediction: 'one' });
  });

  it('1.4: takes the label of a row wherever it stands', async () => {
    const nodes = [
      node('Softmax', ['x'], ['probabilities'], { attributes: { axis: { int: 1 } } }),
      node('ArgMax', ['probabilities'], ['best'], { attributes: { axis: { int: 1 }, keepdims: { int: 0 } } }),
      node('ArrayFeatureExtractor', ['classes', 'best'], ['label'], { domain: ML }),
    ];
    const initializers = [tensor('classes', 'int64', [2], [7, 9])];
    const outputs = [valueInfo('label', 'int64', [1, 'L']), scores('probabilities', 2)];
    const file = onnxFile(graph({ nodes, initializers, inputs: [X], outputs }));
    // The labels of a batch stand in one row: its rows cannot be told apart.
    expect(await inspected(file)).toMatchObject({ rows_independent: false, answer: { labels: ['7', '9'] } });
    expect(await top(file, '0,1')).toMatchObject({ prediction: '9', classId: 1 });
  });

  it('1.5: reads scores that the file puts out as a list of maps', async () => {
    const names = ['puffin', 'razorbill', 'gannet'];
    const nodes = [
      classifier('SOFTMAX', { classlabels_strings: names }),
      node('ZipMap', ['raw'], ['maps'], { domain: ML, attributes: { classlabels_strings: names } }),
    ];
    const outputs = [valueInfo('label', 'string', ['N']), mapsInfo('maps')];
    const file = onnxFile(graph({ nodes, inputs: [X], outputs }));
    const facts = await inspected(file);
    expect(facts.outputs[1]).toEqual({
      name: 'maps',
      type: 'float32',
      shape: [null, 3],
      values: 'probabilities',
    });
    expect(facts.answer).toMatchObject({ output: 'maps', labels: names });
    expect(await top(file, '5,1')).toMatchObject({ prediction: 'puffin', classId: 0 });
    const model = await models.model(file, { task: 'raw' });
    const { predictions } = answered(
      await models.runner.run(model, { kind: 'raw', tensors: { x: [[5, 1]] } }, 60_000),
    );
    expect(predictions[0]?.value).toMatchObject({
      label: { data: ['puffin'] },
      maps: { type: 'float32', shape: [1, 3] },
    });
  });

  it('asks for the line that settles what it cannot see, and takes it', async () => {
    const nodes = [node('Gemm', ['x', 'w'], ['y'])];
    const initializers = [tensor('w', 'float32', [2, 2], [1, -1, -1, 1])];
    const file = onnxFile(graph({ nodes, initializers, inputs: [X], outputs: [scores('y', 2)] }));
    expect((await inspected(file)).undecided).toMatchObject([{ config: 'output.type' }]);
    expect(await asked(file, '1,0')).toMatchObject({
      code: 'model_config_invalid',
      message: expect.stringContaining('`output.type`') as string,
    });
    const values = answered(await asked(file, '1,0', { output: { type: 'regression' } })).predictions;
    expect(values.map(({ prediction, classId }) => [prediction, classId])).toEqual([
      ['1', 0],
      ['-1', 1],
    ]);
    expect((await top(file, '1,0', { output: { type: 'classification' } }))?.confidence).toBeCloseTo(
      1 / (1 + Math.exp(-2)),
      5,
    );
  });

  it('does not decide on a model that ends its process, or refuses all rows: no failure and no strike', async () => {
    const endless = await inspected(endlessModel());
    expect(endless.undecided).toMatchObject([{ config: 'batch' }]);
    expect(endless).not.toHaveProperty('rows_independent');
    const nodes = [node('Reshape', ['x', 'to'], ['y'])];
    const initializers = [tensor('to', 'int64', [1], [7])];
    const refusing = onnxFile(
      graph({ nodes, initializers, inputs: [X], outputs: [valueInfo('y', 'float32', [7])] }),
    );
    expect((await inspected(refusing)).undecided).toMatchObject([
      { config: 'batch', message: expect.stringContaining('refused') as string },
    ]);
  });

  it.each([
    ['a classifier of rows', () => tabularModel(), true],
    ['words that it counts', () => textModel(), true],
    ['a batch of a fixed size', () => tabularModel(1), undefined],
    ['numbers that are quantized by what else is there', () => quantizingModel(), false],
    ['rows less their mean', () => lessTheMeanModel(), false],
    ['one answer whatever is asked', () => constant(), undefined],
    ['floats as they are', () => identityModel('float32', ['N', 3]), true],
    ['texts as they are', () => identityModel('string', ['N', 1]), true],
  ])('tells whether rows are independent: %s', async (_, file, isIndependent) => {
    expect((await inspected(file())).rows_independent).toBe(isIndependent);
  });

  it('is told with the answer of a model that came without it', async () => {
    const model = await models.model(tabularModel());
    const answer = answered(await models.runner.run(model, { kind: 'text', text: '1,2' }, 60_000));
    expect(answer.inspected).toMatchObject({ rows_independent: true, undecided: [] });
    const known = { ...model, ...(answer.inspected === undefined ? {} : { inspected: answer.inspected }) };
    const again = answered(await models.runner.run(known, { kind: 'text', text: '1,2' }, 60_000));
    expect(again).not.toHaveProperty('inspected');
  });
});

/** The input counts for nothing: each row's answer is 1. */
const constant = (): Buffer => {
  const nodes = [node('Sub', ['x', 'x'], ['zero']), node('Exp', ['zero'], ['y'])];
  return onnxFile(graph({ nodes, inputs: [X], outputs: [scores('y', 2)] }));
};
