/** What docs/workflows.md (*Execute it*) says of an execution over a text, written down once more, apart from the code. */
import { type DrawnCanvas, type DrawnNode, MODELS, type Shape, TEXTS } from './canvases.js';

/** What flows from a node to the next. */
type Value =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'said'; readonly prediction: string }
  | { readonly kind: 'joined'; readonly values: Readonly<Record<string, Value>> };

/** What becomes of a node. `stopped`: a failure that stops lies before it, so it never begins. */
export type Outcome =
  | { readonly status: 'completed'; readonly output: Value }
  | { readonly status: 'failed'; readonly error_code: string; readonly attempts: number }
  | { readonly status: 'skipped' }
  | { readonly status: 'stopped' };

const NOTHING: Value = { kind: 'nothing' };

/** `retry` stops too, when the last attempt has failed. */
export const stops = ({ on_failure }: DrawnNode): boolean =>
  on_failure !== 'continue' && on_failure !== 'skip';

const attemptsOf = ({ on_failure }: DrawnNode): number => {
  const [word, count = '3'] = on_failure.split(':');
  return word === 'retry' ? 1 + Number(count) : 1;
};

/** What becomes of each node by its name, while nothing that goes on beside it stops the execution. */
export const outcomesOf = ({ canvas, given }: Shape): ReadonlyMap<string, Outcome> => {
  const outcomes = new Map<string, Outcome>();
  for (const node of canvas) outcomes.set(node.name, outcomeOf(node, canvas, outcomes, given));
  return outcomes;
};

interface Before {
  readonly node: DrawnNode;
  readonly outcome: Outcome;
}

const outcomeOf = (
  node: DrawnNode,
  canvas: DrawnCanvas,
  outcomes: ReadonlyMap<string, Outcome>,
  given: string,
): Outcome => {
  const before = canvas
    .filter(({ name }) => node.after.includes(name))
    .map((each): Before => ({ node: each, outcome: outcomes.get(each.name)! }));
  if (before.some(isStop)) return { status: 'stopped' };
  if (before.some(isSkip)) return { status: 'skipped' };
  const came = before.map(({ node: { name }, outcome }) => [name, outputOf(outcome)] as const);
  const input = inputOf(came, given);
  return node.model === undefined ? { status: 'completed', output: input } : answerOf(node, input);
};

const isStop = ({ node, outcome: { status } }: Before): boolean =>
  status === 'stopped' || (status === 'failed' && stops(node));
/** All that depend on a node that failed so are skipped. */
const isSkip = ({ node, outcome: { status } }: Before): boolean =>
  status === 'skipped' || (status === 'failed' && node.on_failure === 'skip');

const outputOf = (outcome: Outcome): Value => (outcome.status === 'completed' ? outcome.output : NOTHING);

/** From one node comes what that put out, from several an object by their names. */
const inputOf = (came: readonly (readonly [string, Value])[], given: string): Value => {
  const [only] = came;
  if (only === undefined) return { kind: 'text', text: given };
  return came.length === 1 ? only[1] : { kind: 'joined', values: Object.fromEntries(came) };
};

/** A model is asked a text: of an answer its prediction, of an object a JSON text, of which these models make nothing. */
const answerOf = (node: DrawnNode, input: Value): Outcome => {
  const failed = (error_code: string): Outcome => ({
    ...{ status: 'failed', error_code, attempts: attemptsOf(node) },
  });
  if (input.kind === 'nothing') return failed('node_input_invalid');
  if (input.kind === 'joined') return failed('model_input_invalid');
  const text = input.kind === 'text' ? input.text : input.prediction;
  const prediction = MODELS[node.model!][TEXTS.findIndex((each) => each === text)];
  return prediction === undefined
    ? failed('model_input_invalid')
    : { status: 'completed', output: { kind: 'said', prediction } };
};

/** A value as results show it; of an answer the prediction alone. */
export const shown = (value: Value): unknown => {
  switch (value.kind) {
    case 'nothing':
      return null;
    case 'text':
      return value.text;
    case 'said':
      return { prediction: value.prediction };
    case 'joined':
      return Object.fromEntries(Object.entries(value.values).map(([name, each]) => [name, shown(each)]));
  }
};
