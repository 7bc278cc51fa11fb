import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  Parser,
  type YAMLMap,
} from 'yaml';
import { isRefusal, type Refusal } from '@cairn/kernel/reading';
import {
  inOrder,
  labelsRefusal,
  namedBy,
  nameless,
  type NumberedName,
  type Names,
  shown,
} from './numbered.js';

/** Words, marks, spaces and ends of lines: several times what 10,000 labels take, and read in a moment. */
const MOST_PIECES = 120_000;
const DEEPEST = 64;

/** All that is not quoted stays the text it is, and keys are compared here: the library compares each with each. */
const AS_TEXTS = { schema: 'failsafe', uniqueKeys: false } as const;

type Parsed = Document.Parsed;

/** Only nodes are read, and none is resolved: an alias costs no more than its name. */
const documentIn = (text: string): Parsed | Refusal => {
  const parser = new Parser();
  const composer = new Composer(AS_TEXTS);
  const documents: Parsed[] = [];
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > MOST_PIECES) return labelsRefusal('The YAML is more than labels take.');
    if (parser.stack.length > DEEPEST) return labelsRefusal('The YAML is nested too deep.');
    for (const token of parser.next(piece)) documents.push(...composer.next(token));
    if (documents.length > 1) return severalDocuments();
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  return theOne(documents, text);
};

const severalDocuments = (): Refusal => labelsRefusal('The YAML is more than one document.');

const theOne = ([document, second]: readonly Parsed[], text: string): Parsed | Refusal => {
  if (document === undefined || second !== undefined) return severalDocuments();
  const [error] = document.errors;
  return error === undefined
    ? document
    : labelsRefusal(`Line ${text.slice(0, error.pos[0]).split('\n').length} is no YAML: ${error.message}`);
};

/** The names that stand under `names` of a YAML text: a list, or a map of numbers. */
export const yamlLabels = (text: string): Names => {
  const document = documentIn(text);
  if (isRefusal(document)) return document;
  const [names, again] = isMap(document.contents) ? namesOf(document.contents) : [];
  if (again !== undefined) return labelsRefusal('The key `names` stands twice.');
  return names === undefined ? noNames() : labelsOf(names);
};

const noNames = (): Refusal => labelsRefusal('`names` is no list, and no map of numbers to names.');

const labelsOf = ({ key, value }: Pair): Names => {
  if (isMarked(key) || isMarked(value)) return marked('names');
  if (isSeq(value)) return inOrder(value.items.map((item, number) => entryOf(String(number), item)));
  return isMap(value) ? inOrder(value.items.map(namedIn)) : noNames();
};

const namesOf = ({ items }: YAMLMap): readonly Pair[] =>
  items.filter(({ key }) => isScalar(key) && key.value === 'names');

const namedIn = ({ key, value }: Pair): NumberedName | Refusal => {
  if (isMarked(key)) return marked(isAlias(key) ? `*${key.source}` : (textOf(key) ?? ''));
  const text = textOf(key);
  return text === undefined ? labelsRefusal('A key of `names` is no text.') : entryOf(text, value);
};

const entryOf = (key: string, value: unknown): NumberedName | Refusal => {
  if (isMarked(value)) return marked(key);
  const name = textOf(value);
  return name === undefined ? nameless(key) : namedBy(key, name);
};

const textOf = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' ? node.value : undefined;

/** Whether a value is said to be something else than what stands there, or is to stand elsewhere too. */
const isMarked = (node: unknown): boolean =>
  isAlias(node) ||
  ((isScalar(node) || isSeq(node) || isMap(node)) && (node.anchor !== undefined || node.tag !== undefined));

const marked = (key: string): Refusal =>
  labelsRefusal(`At the key ${shown(key)} stands an anchor, an alias or a tag, which labels have none of.`);
