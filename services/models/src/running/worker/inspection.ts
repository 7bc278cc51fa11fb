import { readConfig } from '../config/config.js';
import { UnfitConfig, Unsettled } from '../config/config-reader.js';
import type { ModelFacts, OutputFacts, Undecided } from '../port.js';
import { notAsked, notSeen } from '../not-asked.js';
import { floatsOf, joined, slice, type Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { isSame } from './is-same.js';
import { type Row, type RowForm, RowMaker, SMALLEST, seeded, USUAL } from './made-rows.js';
import { ModelFailed, type OpenedModel } from './opened-model.js';
import { answerFacts, placeOfLabel, type ReadOutputs, readOutputs } from './reading.js';
import { FLOATS, Range, widthOf } from './value-ranges.js';

type Outputs = Readonly<Record<string, Tensor>>;
/** Rows that a model took, and what it answered to each of them alone. */
interface Drawn {
  readonly rows: readonly Row[];
  readonly alone: readonly Outputs[];
}

const ROWS = 8;
const SEEDS = [1, 2];
/** Of free dimensions; a first guess is refused by a model that needs another. */
const FREE_SIZES = [8, 4, 1, 3, 2, 32, 64, 224];
/** Rows that all have one answer are drawn again, with larger numbers. */
const SCALES = [USUAL, 10, 100, 1_000];
/** No further row is asked after so long. */
const ASKING_MS = 4_000;

/** Asks a model made-up rows, and says what its answers are. What it refuses, and what takes too long, is not decided. */
export const inspected = async (model: OpenedModel): Promise<ModelFacts> => new Inspection(model).facts();

class Inspection {
  readonly #maker: RowMaker;
  readonly #ranges: ReadonlyMap<string, Range>;
  readonly #until = performance.now() + ASKING_MS;
  #why = '';

  constructor(private readonly model: OpenedModel) {
    this.#maker = new RowMaker(model.inputs, model.file);
    const floats = model.outputs.filter(({ type }) => FLOATS.has(type));
    this.#ranges = new Map(floats.map(({ name }) => [name, new Range()]));
  }

  async facts(): Promise<ModelFacts> {
    const form = await this.#form();
    if (form === undefined) return notAsked(this.model.facts, this.#why);
    const drawn = await this.#draws(form);
    const independent = await this.#areIndependent(drawn);
    const outputs = this.model.outputs.map((facts): OutputFacts => {
      const values = this.#ranges.get(facts.name)?.range;
      return values === undefined ? facts : { ...facts, values };
    });
    const facts = {
      ...{ ...this.model.facts, outputs },
      ...(independent === undefined ? {} : { rows_independent: independent }),
    };
    return this.#withAnswer(facts, drawn);
  }

  /** The first form that the model takes. */
  async #form(): Promise<RowForm | undefined> {
    const isFree = this.model.inputs.some(({ shape }) => shape.slice(1).includes(null));
    for (const free of isFree ? FREE_SIZES : [1])
      for (const scale of [USUAL, SMALLEST]) {
        const form = { free, scale };
        if ((await this.#asked(() => this.#maker.row(seeded(0), form))) === undefined) continue;
        // What refused other forms says nothing of this one.
        this.#why = '';
        return form;
      }
    return undefined;
  }

  async #draws({ free, scale: first }: RowForm): Promise<readonly Drawn[]> {
    let drawn: Drawn[] = [];
    for (const scale of first === SMALLEST ? [SMALLEST] : SCALES) {
      drawn = [];
      for (const seed of SEEDS) drawn.push(await this.#draw(seeded(seed), { free, scale }));
      if (drawn.some(({ alone }) => differ(alone))) break;
    }
    return drawn;
  }

  async #draw(draw: () => number, form: RowForm): Promise<Drawn> {
    const rows: Row[] = [];
    const alone: Outputs[] = [];
    for (let index = 0; index < ROWS; index += 1) {
      const answer =
        (await this.#asked(() => this.#maker.row(draw, form))) ??
        (await this.#asked(() => this.#maker.row(draw, { ...form, scale: SMALLEST })));
      if (answer === undefined) continue;
      rows.push(answer.row);
      alone.push(answer.outputs);
      this.#see(answer.outputs);
    }
    return { rows, alone };
  }

  #see(outputs: Outputs): void {
    for (const [name, range] of this.#ranges) {
      const output = outputs[name];
      if (output !== undefined) range.see(output);
    }
  }

  /** `undefined` for a row that is refused, and when there is no time left. */
  async #asked(make: () => Row): Promise<{ readonly row: Row; readonly outputs: Outputs } | undefined> {
    if (performance.now() > this.#until) {
      this.#why = `its answers to made-up rows took over ${ASKING_MS / 1_000} seconds`;
      return undefined;
    }
    try {
      const row = make();
      return { row, outputs: await this.model.run(row) };
    } catch (error) {
      if (!(error instanceof ModelFailed || error instanceof UnfitInput)) throw error;
      this.#why ||= `it refused made-up rows (${error.message})`;
      return undefined;
    }
  }

  /** Whether each row has the answer that it has alone, also beside the others and in another order. */
  async #areIndependent(drawn: readonly Drawn[]): Promise<boolean | undefined> {
    if (!canJoin(this.model)) return undefined;
    if (this.model.file.quantizesAsItRuns) return false;
    for (const each of drawn)
      if (!(await this.#areAnsweredAlike(each))) return this.#isInTime() ? false : undefined;
    return this.#isInTime() && areShown(drawn) ? true : undefined;
  }

  async #areAnsweredAlike({ rows, alone }: Drawn): Promise<boolean> {
    const places = rows.map((_, place) => place);
    return (
      (await this.#isAnsweredAlike(places, rows, alone)) &&
      (await this.#isAnsweredAlike(places.toReversed(), rows, alone))
    );
  }

  #isInTime(): boolean {
    return performance.now() <= this.#until;
  }

  async #isAnsweredAlike(
    order: readonly number[],
    rows: readonly Row[],
    alone: readonly Outputs[],
  ): Promise<boolean> {
    if (rows.length < 2) return true;
    const together = await this.#asked(() => joinedRows(order.map((place) => rows[place] ?? {})));
    if (together === undefined) return false;
    return Object.entries(together.outputs).every(([name, output]) =>
      order.every((place, at) => {
        const own = alone[place]?.[name];
        return own !== undefined && isPart(output, at, order.length, own);
      }),
    );
  }

  #withAnswer(facts: ModelFacts, drawn: readonly Drawn[]): ModelFacts {
    const isOpen = facts.rows_independent === undefined && canJoin(this.model);
    const message = this.#why === '' ? ALIKE : notSeen(this.#why);
    const undecided: readonly Undecided[] = isOpen ? [{ config: 'batch', message }] : [];
    try {
      return { ...facts, ...this.#answer(facts, drawn), undecided };
    } catch (error) {
      if (!(error instanceof UnfitConfig)) throw error;
      const { message: unsettled } = error;
      const more = error instanceof Unsettled ? [{ config: error.line, message: unsettled }] : [];
      return { ...facts, undecided: [...undecided, ...more] };
    }
  }

  #answer(facts: ModelFacts, drawn: readonly Drawn[]): Pick<ModelFacts, 'answer' | 'label_has'> {
    const known = knownOf(this.model, facts);
    const read = readOutputs(known);
    const width = read.scores === undefined ? undefined : this.#widthOf(read.scores);
    const answer = isList(read) ? answerFacts(known, width) : undefined;
    const fits = labelFits(read, drawn);
    return {
      ...(fits === undefined ? {} : { label_has: fits }),
      ...(answer === undefined ? {} : { answer }),
    };
  }

  #widthOf({ name }: OutputFacts): number | undefined {
    const width = this.#ranges.get(name)?.width;
    return width === 0 ? undefined : width;
  }
}

const ALIKE =
  'Whether rows are independent was not seen: all made-up rows had the same answer. `batch: true` lets requests be joined.';

/** Whether scores are a row for each input: no boxes, no steps, no picture. */
const isList = ({ scores }: ReadOutputs): boolean => scores === undefined || scores.shape.length <= 2;

const knownOf = (model: OpenedModel, { outputs }: ModelFacts) => {
  const { output, task } = readConfig('');
  const { graph } = model.file;
  const labelsOfMaps = (name: string) => model.labelsOfMaps(name);
  return { output, task, labels: 0, outputs, graph, labelsOfMaps };
};

/** Whether a first dimension is free in all inputs. */
export const canJoin = ({ inputs }: Pick<OpenedModel, 'inputs'>): boolean =>
  inputs.length > 0 && inputs.every(({ shape }) => shape[0] === null);

const joinedRows = (rows: readonly Row[]): Row => {
  const [first = {}] = rows;
  return Object.fromEntries(
    Object.keys(first).map((name) => [name, joined(rows.flatMap((row) => row[name] ?? []))]),
  );
};

/** Whether one row's part of an output is what that row got alone. */
const isPart = (output: Tensor, place: number, rows: number, own: Tensor): boolean => {
  const [all = 0] = output.dims;
  const [few = 0] = own.dims;
  const isLong = output.dims.length > 0 && few > 0 && all === rows * few;
  return isLong && isSame(slice(output, place * few, few), own);
};

/** Whether enough rows were answered, and not all alike. */
const areShown = (drawn: readonly Drawn[]): boolean =>
  drawn.some(({ alone }) => differ(alone)) && drawn.every(({ rows }) => rows.length >= ROWS);

/** Whether there are two answers. */
const differ = ([first, ...others]: readonly Outputs[]): boolean =>
  first !== undefined &&
  others.some((other) =>
    Object.entries(first).some(([name, tensor]) => {
      const compared = other[name];
      return compared === undefined || !isSame(tensor, compared);
    }),
  );

/** Which score the label has in all rows. */
const labelFits = ({ scores, label, own }: ReadOutputs, drawn: readonly Drawn[]): ModelFacts['label_has'] => {
  if (scores === undefined || label === undefined || own === undefined) return undefined;
  const rows = drawn.flatMap(({ alone }) => alone);
  const fits = (best: (values: readonly number[]) => number): boolean =>
    rows.length > 0 &&
    rows.every((outputs) => {
      const [told, given] = [outputs[label], outputs[scores.name]];
      if (told === undefined || given === undefined || widthOf(given) < 2) return false;
      const values = Array.from(floatsOf(given)).slice(0, widthOf(given));
      return values[placeOfLabel(own, String(told.data[0]))] === best(values);
    });
  if (fits((values) => values.reduce((one, other) => Math.max(one, other)))) return 'highest_score';
  return fits((values) => values.reduce((one, other) => Math.min(one, other))) ? 'lowest_score' : undefined;
};
