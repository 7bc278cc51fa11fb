/** Models whose answer to a row may depend on the other rows, and some that only look so. */
import { floats, graph, node, onnxFile, tensor, valueInfo } from './onnx-writer.js';

const softmax = (from: string): Uint8Array =>
  node('Softmax', [from], ['probabilities'], { attributes: { axis: { int: 1 } } });
const rows = valueInfo('x', 'float32', ['N', 2]);
const classes = valueInfo('probabilities', 'float32', ['N', 3]);
const weights = tensor('w', 'float32', [2, 3], [1, -1, 0.5, -1, 1, 0.25]);
const mean = (from: string, to: string): Uint8Array =>
  node('ReduceMean', [from], [to], { attributes: { axes: [0], keepdims: { int: 1 } } });

/** `x` and the mean over all rows. */
const withTheMean = (operation: 'Add' | 'Sub'): Buffer =>
  onnxFile(
    graph({
      nodes: [mean('x', 'mean'), node(operation, ['x', 'mean'], ['y'])],
      inputs: [rows],
      outputs: [valueInfo('y', 'float32', ['N', 2])],
    }),
  );
/** Each row less the mean over all: nothing is left of one that is alone. */
export const lessTheMeanModel = (): Buffer => withTheMean('Sub');
export const plusTheMeanModel = (): Buffer => withTheMean('Add');

/** As a layer does that was left in training: each batch is brought to mean 0 and variance 1. */
export const batchNormalizingModel = (): Buffer =>
  onnxFile(
    graph({
      nodes: [
        ...[mean('x', 'mean'), node('Sub', ['x', 'mean'], ['centred'])],
        ...[node('Mul', ['centred', 'centred'], ['squares']), mean('squares', 'variance')],
        ...[node('Add', ['variance', 'small'], ['more']), node('Sqrt', ['more'], ['deviation'])],
        ...[node('Div', ['centred', 'deviation'], ['normal']), node('Add', ['normal', 'x'], ['both'])],
        ...[node('MatMul', ['both', 'w'], ['z']), softmax('z')],
      ],
      initializers: [weights, tensor('small', 'float32', [1], [1e-3])],
      inputs: [rows],
      outputs: [classes],
    }),
  );

/** Its scale is that of the largest number in the batch. */
export const quantizingModel = (): Buffer =>
  onnxFile(
    graph({
      nodes: [
        node('DynamicQuantizeLinear', ['x'], ['q', 'scale', 'zero']),
        node('DequantizeLinear', ['q', 'scale', 'zero'], ['rough']),
        ...[node('MatMul', ['rough', 'w'], ['z']), softmax('z')],
      ],
      initializers: [weights],
      inputs: [rows],
      outputs: [classes],
    }),
  );

const table = (words: number, width: number): Uint8Array =>
  tensor(
    'table',
    'float32',
    [words, width],
    Array.from({ length: words * width }, (_, at) => Math.sin(at * 1.7)),
  );

/** Ids of one text, without a batch; each vector has something of all. */
export const wordsTogetherModel = (words: number): Buffer =>
  onnxFile(
    graph({
      nodes: [
        node('Gather', ['table', 'ids'], ['vectors']),
        node('Softmax', ['vectors'], ['shares'], { attributes: { axis: { int: 0 } } }),
        node('Mul', ['vectors', 'shares'], ['y']),
      ],
      initializers: [table(words, 3)],
      inputs: [valueInfo('ids', 'int64', ['seq'])],
      outputs: [valueInfo('y', 'float32', ['seq', 3])],
    }),
  );

/** Words look at each other, but not at those that the mask hides; the first one is classified. */
export const maskedAttentionModel = (words: number): Buffer =>
  onnxFile(
    graph({
      nodes: [
        node('Gather', ['table', 'input_ids'], ['vectors']),
        node('Transpose', ['vectors'], ['turned'], { attributes: { perm: [0, 2, 1] } }),
        node('MatMul', ['vectors', 'turned'], ['scores']),
        node('Cast', ['attention_mask'], ['mask'], { attributes: { to: { int: 1 } } }),
        ...[node('Sub', ['one', 'mask'], ['hidden']), node('Mul', ['hidden', 'far'], ['distance'])],
        node('Unsqueeze', ['distance', 'axis'], ['wide']),
        node('Add', ['scores', 'wide'], ['seen']),
        node('Softmax', ['seen'], ['shares'], { attributes: { axis: { int: 2 } } }),
        node('MatMul', ['shares', 'vectors'], ['mixed']),
        node('Gather', ['mixed', 'first'], ['start'], { attributes: { axis: { int: 1 } } }),
        ...[node('MatMul', ['start', 'turn'], ['z']), softmax('z')],
      ],
      initializers: [
        ...[table(words, 3), tensor('turn', 'float32', [3, 3], [3, -1, 0, 0, 2, -2, -2, 0, 3])],
        ...[tensor('one', 'float32', [1], [1]), tensor('far', 'float32', [1], [-10_000])],
        ...[tensor('axis', 'int64', [1], [1]), tensor('first', 'int64', [], [0])],
      ],
      inputs: [
        valueInfo('input_ids', 'int64', ['batch', 'seq']),
        valueInfo('attention_mask', 'int64', ['batch', 'seq']),
      ],
      outputs: [valueInfo('probabilities', 'float32', ['batch', 3])],
    }),
  );

/** Two trees, as `ai.onnx.ml` has them: one for each number of the row. */
export const treesModel = (): Buffer =>
  onnxFile(
    graph({
      nodes: [
        node('TreeEnsembleClassifier', ['x'], ['label', 'probabilities'], {
          domain: 'ai.onnx.ml',
          attributes: {
            nodes_treeids: [0, 0, 0, 1, 1, 1],
            nodes_nodeids: [0, 1, 2, 0, 1, 2],
            nodes_featureids: [0, 0, 0, 1, 0, 0],
            nodes_values: floats([0.5, 0, 0, -0.25, 0, 0]),
            nodes_modes: ['BRANCH_LEQ', 'LEAF', 'LEAF', 'BRANCH_LEQ', 'LEAF', 'LEAF'],
            nodes_truenodeids: [1, 0, 0, 1, 0, 0],
            nodes_falsenodeids: [2, 0, 0, 2, 0, 0],
            class_treeids: [0, 0, 1, 1],
            class_nodeids: [1, 2, 1, 2],
            class_ids: [0, 1, 0, 2],
            class_weights: floats([0.75, 0.5, 0.25, 0.5]),
            classlabels_int64s: [0, 1, 2],
            post_transform: 'NONE',
          },
        }),
      ],
      inputs: [rows],
      outputs: [valueInfo('label', 'int64', ['N']), classes],
    }),
  );
