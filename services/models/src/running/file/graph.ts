/** A node of a model's graph: an operation, what it takes and gives, and those of its attributes that are looked at. */
export interface GraphNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What is known of a model's graph: of a huge one, its end. */
export interface Graph {
  /** The node that puts out each value. */
  readonly madeBy: ReadonlyMap<string, GraphNode>;
  /** Constants that are a list of whole numbers or texts. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** The first dimension of each constant. */
  readonly firstSizes: ReadonlyMap<string, number>;
}

/** A table of scores that the file puts out as a list of maps, a label with its score in each. */
export interface ScoreMaps {
  /** Of the values that the maps are made of. */
  readonly tensor: string;
  readonly labels: readonly string[];
}

/** What hands on values as they are, in another type or shape, or rounded. */
const HANDS_ON: ReadonlySet<string> = new Set([
  ...['Cast', 'Flatten', 'Identity', 'Reshape', 'Squeeze', 'Unsqueeze'],
  ...['DequantizeLinear', 'QuantizeLinear'],
]);
const MOST_STEPS = 32;

/** The node that computes a value, and its name there: behind what only hands it on. */
export const originOf = (
  { madeBy }: Graph,
  value: string,
): { readonly node: GraphNode; readonly value: string } | undefined => {
  let name = value;
  let node = madeBy.get(name);
  for (let step = 0; step < MOST_STEPS && node !== undefined && HANDS_ON.has(node.operation); step += 1) {
    name = node.inputs[0] ?? '';
    node = madeBy.get(name);
  }
  return node === undefined ? undefined : { node, value: name };
};

const classLabels = ({ attributes }: GraphNode): readonly string[] | undefined =>
  [attributes['classlabels_strings'], attributes['classlabels_int64s'], attributes['classlabels_ints']].find(
    (labels) => labels !== undefined && labels.length > 0,
  );

/** What the maps of an output (ZipMap) are made of; `undefined` of any other. */
export const scoreMapsOf = ({ madeBy }: Graph, output: string): ScoreMaps | undefined => {
  const node = madeBy.get(output);
  const labels = node?.operation === 'ZipMap' ? classLabels(node) : undefined;
  const tensor = node?.inputs[0];
  return labels === undefined || tensor === undefined ? undefined : { tensor, labels };
};

export type LabelsOf = { readonly names: readonly string[] } | 'places';

/**
 * The labels among which an output of labels chooses, in the order of the scores; `places` where it gives the place of the
 * highest score itself. `undefined` where the graph does not say.
 */
export const ownLabelsOf = (graph: Graph, output: string): LabelsOf | undefined => {
  const origin = originOf(graph, output);
  if (origin === undefined) return undefined;
  const { node, value } = origin;
  if (node.operation === 'ArgMax' || node.operation === 'ArgMin') return 'places';
  if (node.operation === 'ArrayFeatureExtractor') return listed(graph.lists.get(node.inputs[0] ?? ''));
  return node.outputs[0] === value ? listed(classLabels(node)) : undefined;
};

const listed = (names: readonly string[] | undefined): LabelsOf | undefined =>
  names === undefined ? undefined : { names };

/** Whether a value is a label: what a classifier puts out first, or what is chosen from a list or by a place. */
export const isLabel = (graph: Graph, output: string): boolean => ownLabelsOf(graph, output) !== undefined;

const isLogistic = ({ attributes }: GraphNode): boolean => attributes['post_transform']?.[0] === 'LOGISTIC';

/** Whether each number is a probability of its own, by what computes it. */
export const isSigmoid = (graph: Graph, output: string): boolean => {
  const node = originOf(graph, output)?.node;
  return node !== undefined && (node.operation === 'Sigmoid' || isLogistic(node));
};

/** Whether numbers are probabilities that add up to 1, but for what rounds them, by what computes them. */
export const isSoftmax = (graph: Graph, output: string): boolean =>
  originOf(graph, output)?.node.operation === 'Softmax';

/** Whether numbers are values that were learnt, by what computes them: one regressor, or one for each column. */
export const isRegressor = (graph: Graph, output: string): boolean => {
  const node = originOf(graph, output)?.node;
  if (node === undefined) return false;
  if (node.operation === 'Concat') return node.inputs.every((input) => isOneRegressor(graph, input));
  return isOneRegressor(graph, output);
};

const isOneRegressor = (graph: Graph, value: string): boolean => {
  const node = originOf(graph, value)?.node;
  return node !== undefined && node.operation.endsWith('Regressor') && !isLogistic(node);
};

/** How many rows the tables have that whole numbers of an input choose from; `undefined` where there is none. */
export const tableSizeOf = (graph: Graph, input: string): number | undefined => {
  const nodes = [...new Set(graph.madeBy.values())];
  const same = handedOn(nodes, input);
  const sizes = nodes.flatMap(({ operation, inputs: [table = '', place = ''] }) =>
    operation === 'Gather' && same.has(place) ? (graph.firstSizes.get(table) ?? []) : [],
  );
  return sizes.length === 0 ? undefined : Math.min(...sizes);
};

/** A value by all its names. Nodes stand in an order in which each comes after what it takes. */
const handedOn = (nodes: readonly GraphNode[], value: string): ReadonlySet<string> => {
  const same = new Set([value]);
  for (const { operation, inputs, outputs } of nodes)
    if (HANDS_ON.has(operation) && same.has(inputs[0] ?? '')) for (const output of outputs) same.add(output);
  return same;
};

const MOST_WORDS = 256;
const WORD_LISTS = ['pool_strings', 'cats_strings', 'keys_strings'];

/** Texts that a model knows, some of them. */
export const knownWordsOf = ({ madeBy }: Graph): readonly string[] => {
  const nodes = [...new Set(madeBy.values())];
  const words = nodes.flatMap(({ attributes }) => WORD_LISTS.flatMap((name) => attributes[name] ?? []));
  return [...new Set(words)].slice(0, MOST_WORDS);
};
