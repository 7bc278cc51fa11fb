import {
  type GraphParts,
  type ModelOptions,
  type TensorType,
  floats,
  graph,
  node,
  onnxFile,
  tensor,
  valueInfo,
} from './onnx-writer.js';

const model = (parts: GraphParts, options?: ModelOptions): Buffer => onnxFile(graph(parts), options);

/** `y = x`, of a type and a shape. */
export const identityModel = (
  type: TensorType = 'float32',
  shape: readonly (number | string)[] = ['N', 2],
  options?: ModelOptions,
): Buffer =>
  model(
    {
      nodes: [node('Identity', ['x'], ['y'])],
      inputs: [valueInfo('x', type, shape)],
      outputs: [valueInfo('y', type, shape)],
    },
    options,
  );

/** All values of `x` as one row `y`. */
export const flatModel = (type: TensorType, shape: readonly [number, ...number[]]): Buffer =>
  model({
    nodes: [node('Flatten', ['x'], ['y'])],
    inputs: [valueInfo('x', type, shape)],
    outputs: [valueInfo('y', type, [shape[0], shape.slice(1).reduce((product, size) => product * size, 1)])],
  });

/** `softmax(x W)` of two numbers: the first class is the more likely the larger the first number is. */
export const tabularModel = (batch: number | string = 'N', options?: ModelOptions): Buffer =>
  model(
    {
      nodes: [
        node('Gemm', ['x', 'w', 'b'], ['z']),
        node('Softmax', ['z'], ['probabilities'], { attributes: { axis: { int: 1 } } }),
      ],
      initializers: [
        tensor('w', 'float32', [2, 3], [1, -1, 0, -1, 1, 0]),
        tensor('b', 'float32', [3], [0, 0, 0.5]),
      ],
      inputs: [valueInfo('x', 'float32', [batch, 2])],
      outputs: [valueInfo('probabilities', 'float32', [batch, 3])],
    },
    options,
  );

/** Counts words of a text (`good`, `bad`, `day`) and answers logits of two classes. */
export const textModel = (options?: ModelOptions): Buffer =>
  model(
    {
      nodes: [
        node('TfIdfVectorizer', ['words'], ['counts'], {
          attributes: {
            max_gram_length: { int: 1 },
            max_skip_count: { int: 0 },
            min_gram_length: { int: 1 },
            mode: 'TF',
            ngram_counts: [0],
            ngram_indexes: [0, 1, 2],
            pool_strings: ['good', 'bad', 'day'],
          },
        }),
        node('Gemm', ['counts', 'w'], ['logits']),
      ],
      initializers: [tensor('w', 'float32', [3, 2], [2, -2, -2, 2, 0.1, 0])],
      inputs: [valueInfo('words', 'string', ['N', 'T'])],
      outputs: [valueInfo('logits', 'float32', ['N', 2])],
    },
    options,
  );

/** Runs 2^62 times round a loop. */
export const endlessModel = (): Buffer => {
  const body = graph({
    nodes: [node('Identity', ['go'], ['goes']), node('Add', ['v', 'one'], ['next'])],
    initializers: [tensor('one', 'float32', [1], [1])],
    inputs: [valueInfo('i', 'int64', []), valueInfo('go', 'bool', []), valueInfo('v', 'float32', ['K'])],
    outputs: [valueInfo('goes', 'bool', []), valueInfo('next', 'float32', ['K'])],
  });
  return model({
    nodes: [node('Loop', ['trips', '', 'x'], ['y'], { attributes: { body } })],
    initializers: [tensor('trips', 'int64', [], [2n ** 62n])],
    inputs: [valueInfo('x', 'float32', ['K'])],
    outputs: [valueInfo('y', 'float32', ['K'])],
  });
};

/** 3 KB that are multiplied out when the file is opened, which takes minutes. Those that say something else are different files. */
export const foldingModel = (says = ''): Buffer => {
  const products = Array.from({ length: 60 }, (_, at) => node('MatMul', [`m${at}`, 'm0'], [`m${at + 1}`]));
  return model(
    {
      nodes: [
        node('ConstantOfShape', ['size'], ['m0']),
        ...products,
        node('ReduceSum', [`m${products.length}`], ['sum'], { attributes: { keepdims: { int: 0 } } }),
        node('Add', ['x', 'sum'], ['y']),
      ],
      initializers: [tensor('size', 'int64', [2], [3_000, 3_000])],
      inputs: [valueInfo('x', 'float32', [1])],
      outputs: [valueInfo('y', 'float32', [1])],
    },
    { metadata: { says } },
  );
};

/** `-2^63 / x`: -1 ends the process that divides (SIGFPE), 0 is refused, all else is answered. Else the one that opens it ends. */
export const endingModel = ({ whenOpened = false } = {}): Buffer =>
  model({
    nodes: whenOpened
      ? [node('Div', ['least', 'less'], ['z']), node('Add', ['z', 'x'], ['y'])]
      : [node('Div', ['least', 'x'], ['y'])],
    initializers: [
      tensor('least', 'int64', [1], [-(2n ** 63n)]),
      ...(whenOpened ? [tensor('less', 'int64', [1], [-1n])] : []),
    ],
    inputs: [valueInfo('x', 'int64', ['N'])],
    outputs: [valueInfo('y', 'int64', ['N'])],
  });

/** Wants `x` times 1,000,000,000 numbers at once: 4 GB for each. Of a constant size, it is wanted when the file is opened. */
export const greedyModel = ({ whenOpened = false } = {}): Buffer =>
  model({
    nodes: whenOpened
      ? [
          node('ConstantOfShape', ['billion'], ['big']),
          node('ReduceSum', ['big'], ['sum'], { attributes: { keepdims: { int: 0 } } }),
          node('Add', ['x', 'sum'], ['y']),
        ]
      : [
          node('Cast', ['x'], ['whole'], { attributes: { to: { int: 7 } } }),
          node('Mul', ['whole', 'billion'], ['size']),
          node('ConstantOfShape', ['size'], ['big']),
          node('ReduceSum', ['big'], ['y'], { attributes: { keepdims: { int: 1 } } }),
        ],
    initializers: [tensor('billion', 'int64', [1], [whenOpened ? 3e9 : 1e9])],
    inputs: [valueInfo('x', 'float32', [1])],
    outputs: [valueInfo('y', 'float32', [1])],
  });

/** `x` zeros. */
export const zerosModel = (): Buffer =>
  model({
    nodes: [node('ConstantOfShape', ['x'], ['y'])],
    inputs: [valueInfo('x', 'int64', [1])],
    outputs: [valueInfo('y', 'float32', ['N'])],
  });

/** The mean of each channel of an image, as three classes. */
export const imageModel = (size: number, options?: ModelOptions, type: TensorType = 'float32'): Buffer =>
  model(
    {
      nodes: [node('GlobalAveragePool', ['image'], ['means']), node('Flatten', ['means'], ['logits'])],
      inputs: [valueInfo('image', type, ['N', 3, size, size])],
      outputs: [valueInfo('logits', type, ['N', 3])],
    },
    options,
  );

/** Answers the same, whatever comes in: what a decoder is to read. The input is times 0 and counts for nothing. */
export const constantModel = (
  input: {
    readonly name: string;
    readonly type?: 'float32' | 'int64';
    readonly shape: readonly (number | string)[];
  },
  outputs: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly values: readonly number[];
  }[],
): Buffer =>
  model({
    nodes: outputs.map(({ name }) => node('Identity', [`c_${name}`], [name])),
    initializers: outputs.map(({ name, shape, values }) => tensor(`c_${name}`, 'float32', shape, values)),
    inputs: [valueInfo(input.name, input.type ?? 'float32', input.shape)],
    outputs: outputs.map(({ name, shape }) => valueInfo(name, 'float32', shape)),
  });

/** A classifier of `ai.onnx.ml`: a label, and scores. */
export const treeLikeModel = (): Buffer =>
  model({
    nodes: [
      node('LinearClassifier', ['x'], ['label', 'scores'], {
        domain: 'ai.onnx.ml',
        attributes: {
          classlabels_ints: [0, 1],
          coefficients: floats([1, 0, 0, 1]),
          intercepts: floats([0, 0]),
          multi_class: { int: 0 },
          post_transform: 'SOFTMAX',
        },
      }),
    ],
    inputs: [valueInfo('x', 'float32', ['N', 2])],
    outputs: [valueInfo('label', 'int64', ['N']), valueInfo('scores', 'float32', ['N', 2])],
  });
