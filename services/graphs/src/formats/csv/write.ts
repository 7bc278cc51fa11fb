import { type Json, textCell } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Properties, Scope } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { limits } from '../limits.js';
import { encoded, written } from '../writing/chunks.js';
import { declarationsLost, graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { surveyOf } from '../writing/survey.js';
import { untypedText } from './cells.js';
import { ownColumns } from './header.js';

const END = '\r\n';

/** The edges of a graph as a table, or its nodes. */
export const writeCsv = async (content: ExportContent, asked: string): Promise<Output | NotWritten> => {
  const dialect = asked === 'nodes' ? 'nodes' : 'edges';
  const scope = dialect === 'nodes' ? 'node' : 'edge';
  const columns = new CsvColumns(scope);
  const survey = await surveyOf(content, {
    lost: (element) => lostOf(element, scope),
    columns: false,
    seen: (of, name, value) => columns.see(of, name, value),
  });
  if ('kind' in survey) return survey;
  if (columns.count + ownColumns[dialect].length > limits.columns)
    return { kind: 'refused', message: `a table has at most ${limits.columns} columns` };
  return {
    kind: 'file',
    format: 'csv',
    dialect,
    extension: '.csv',
    contentType: 'text/csv; charset=utf-8',
    nodes: dialect === 'nodes' ? survey.nodes : 0,
    edges: dialect === 'edges' ? survey.edges : 0,
    notHeld: survey.losses.all(),
    content: encoded(dialect === 'nodes' ? nodeRows(content, columns) : edgeRows(content, columns)),
  };
};

const lostOf = (element: GraphElement | GraphFacts, scope: Scope): readonly string[] => {
  if (element.kind === 'graph')
    return [...graphPropertiesLost(element), ...declarationsLost(element), ...keptFactsLost(element.kept)];
  return element.kind === scope ? keptLost(element) : [`${element.kind}s`];
};

async function* nodeRows(content: ExportContent, columns: CsvColumns): AsyncGenerator<string, void, void> {
  yield rowOf([...ownColumns.nodes, ...columns.headers()]);
  const row = ({ uid, labels, parent = '', properties }: NodeElement): string =>
    rowOf([uid, labelsText(labels), parent, ...columns.texts(properties)]);
  yield* written(content.nodes(), row, '');
}

async function* edgeRows(content: ExportContent, columns: CsvColumns): AsyncGenerator<string, void, void> {
  yield rowOf([...ownColumns.edges, ...columns.headers()]);
  const row = ({ from, to, uid = '', type, directed, properties }: EdgeElement): string =>
    rowOf([from, to, uid, type, String(directed), ...columns.texts(properties)]);
  yield* written(content.edges(), row, '');
}

const rowOf = (texts: readonly string[]): string => texts.map(textCell).join(',') + END;

const SEPARATED = /[;|]|^\s|\s$|^\[/;

const labelsText = (labels: readonly string[]): string =>
  labels.some((label) => SEPARATED.test(label)) ? JSON.stringify(labels) : labels.join(';');

/** How the values of a property stand: as they are, as texts that no number is read out of, or else as JSON. */
type Kind = 'any' | 'string' | 'json';

/** What is known of the values of a property: whether an untyped column gives them back, whether all are texts. */
interface Seen {
  isPlain: boolean;
  isText: boolean;
}

/** A column for each property. */
class CsvColumns {
  readonly #seen = new Map<string, Seen>();

  constructor(private readonly scope: Scope) {}

  get count(): number {
    return this.#seen.size;
  }

  see(of: Scope, name: string, value: Json): void {
    if (of !== this.scope) return;
    const seen = this.#seen.get(name) ?? { isPlain: !needsType(name), isText: true };
    seen.isPlain &&= untypedText(value) !== undefined;
    seen.isText &&= typeof value === 'string' && value !== '';
    this.#seen.set(name, seen);
  }

  headers(): readonly string[] {
    return [...this.#seen].map(([name, seen]) => (seen.isPlain ? name : `${name}:${kindOf(seen)}`));
  }

  /** Throws when the survey did not see a value: what is written changed while it was written. */
  texts(properties: Properties): readonly string[] {
    const unseen = Object.keys(properties).find((name) => !this.#seen.has(name));
    if (unseen !== undefined) throw changed(unseen);
    return [...this.#seen].map(([name, seen]) => {
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return value === undefined ? '' : textOf(name, kindOf(seen), value);
    });
  }
}

const kindOf = ({ isPlain, isText }: Seen): Kind => {
  if (isPlain) return 'any';
  return isText ? 'string' : 'json';
};

const textOf = (name: string, kind: Kind, value: Json): string => {
  if (kind === 'json') return JSON.stringify(value);
  const text = kind === 'any' ? untypedText(value) : value;
  if (typeof text !== 'string' || text === '') throw changed(name);
  return text;
};

const changed = (name: string): Error => new Error(`the graph changed while it was written: ${name}`);

/** Names that a reader would take for something else. */
const needsType = (name: string): boolean => name.includes(':') || name.trim() === '';
