import type { JobLease } from '@cairn/kernel';
import { Pace } from '@cairn/kernel';
import { type GraphElement, type GraphFacts, mergedFacts, type ReadEnd } from '../../formats/element.js';
import type { FileReading } from './file-elements.js';
import { NodesOfFile, Passing } from './names.js';

/** What a file has, found by reading it once to its end. */
export interface Survey {
  readonly nodes: NodesOfFile;
  readonly end: ReadEnd;
  /** It says the same node, or the same edge, twice. */
  readonly repeats: boolean;
  /** Ids of its edges tell parallel edges apart, and no others. */
  readonly keyed: boolean;
  /** Edges name nodes that stand behind them, or nowhere in the file. */
  readonly namesLater: boolean;
  /** Of the properties of its elements, as JSON; 0 where that is not counted. */
  readonly characters: number;
  /** What it says of the graph itself. */
  readonly facts: GraphFacts;
  /** Properties that are null. */
  readonly nulls: number;
}

/**
 * Reads a file to its end: it can be read, and which nodes it has. Throws `JobRefused`. NetworkX numbers the edges of
 * GraphML between each two nodes anew, so that their ids are keys of parallel edges where they repeat.
 */
export const survey = async (
  file: FileReading,
  lease: Pick<JobLease, 'check'>,
  isMeasured: boolean,
): Promise<Survey> => {
  const found = await surveyOf(file, lease, { keyed: false, isMeasured });
  const isKeyed = found.end.format === 'graphml' && found.repeatsEdges;
  return isKeyed ? surveyOf(file, lease, { keyed: true, isMeasured }) : found;
};

interface How {
  readonly keyed: boolean;
  readonly isMeasured: boolean;
}

const surveyOf = async (
  file: FileReading,
  lease: Pick<JobLease, 'check'>,
  how: How,
): Promise<Survey & { readonly repeatsEdges: boolean }> => {
  const surveying = new Surveying(how);
  const pace = new Pace(lease);
  let end: ReadEnd | undefined;
  const tell = (said: GraphFacts | ReadEnd): void => {
    if (said.kind === 'end') end = said;
    else surveying.learn(said);
  };
  for await (const batch of file.elements(tell))
    for (const element of batch) {
      surveying.look(element);
      await pace.turn();
    }
  if (end === undefined) throw new Error('the file had no end');
  return { ...surveying.found, end };
};

class Surveying {
  readonly #nodes = new NodesOfFile();
  readonly #passing: Passing;
  #repeats = false;
  #repeatsEdges = false;
  #namesLater = false;
  #characters = 0;
  #facts: GraphFacts = { kind: 'graph' };
  #nulls = 0;

  constructor(private readonly how: How) {
    this.#passing = new Passing({ repeats: false, keyed: how.keyed });
  }

  get found() {
    return {
      nodes: this.#nodes,
      repeats: this.#repeats || this.#repeatsEdges,
      repeatsEdges: this.#repeatsEdges,
      namesLater: this.#namesLater,
      keyed: this.how.keyed,
      characters: this.#characters,
      facts: this.#facts,
      nulls: this.#nulls,
    };
  }

  learn(facts: GraphFacts): void {
    this.#facts = mergedFacts(this.#facts, facts);
  }

  look(element: GraphElement): void {
    this.#measure(element);
    if (element.kind === 'node') {
      this.#repeats = !this.#nodes.add(element) || this.#repeats;
      return;
    }
    this.#repeatsEdges = this.#passing.uidOf(element) === undefined || this.#repeatsEdges;
    this.#namesLater ||= !this.#nodes.has(element.from) || !this.#nodes.has(element.to);
  }
  #measure({ properties }: GraphElement): void {
    if (this.how.isMeasured) this.#characters += JSON.stringify(properties).length;
    for (const value of Object.values(properties)) if (value === null) this.#nulls += 1;
  }
}
