import { type Json, JsonRefused, parseQuickly, type Source, SourceDamaged } from '@cairn/kernel';
import type { RecordError, Where } from '../format.js';
import { textOfFile, undecodedFlaw } from './decoded.js';
import { ArrayUnfinished, elementsOf } from './elements.js';
import { isCrowded, MOST_PARTS } from './crowded.js';
import { type Flaw, JSON_LIMITS } from './flaws.js';
import { linesOf, type Piece, whereOf } from './lines.js';

export type JsonObject = Readonly<Record<string, Json>>;

/** An object of a JSON file with its place. */
export interface Placed {
  readonly kind: 'object';
  readonly where: Where;
  readonly object: JsonObject;
  /** The text it was parsed from. */
  readonly raw: string;
}

/** The objects of a file of JSON lines or of a JSON array, one after the other. */
export async function* objectsOf(
  source: Source,
  file: string,
): AsyncGenerator<Placed | RecordError, void, void> {
  try {
    for await (const piece of piecesOf(textOfFile(source, file))) yield parsed(piece, file);
  } catch (error) {
    if (error instanceof ArrayUnfinished)
      yield { kind: 'error', where: whereOf(file, error.line), code: 'json_invalid', message: error.message };
    else if (error instanceof SourceDamaged)
      yield { kind: 'error', where: { file }, code: 'file_damaged', message: error.message };
    else throw error;
  }
}

async function* piecesOf(chunks: AsyncGenerator<string, void, void>): AsyncGenerator<Piece, void, void> {
  let before = '';
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    before += next.value;
    const first = before.trimStart()[0];
    if (first === undefined) continue;
    const whole = continued(before, chunks);
    yield* first === '[' ? elementsOf(whole) : linesOf(whole);
    return;
  }
}

async function* continued(
  before: string,
  chunks: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  yield before;
  yield* chunks;
}

const parsed = (piece: Piece, file: string): Placed | RecordError => {
  const where = whereOf(file, piece.line);
  const wrong = (code: string, message: string): RecordError => ({ kind: 'error', where, code, message });
  const unread = unreadFlaw(piece.text);
  if (unread !== undefined) return wrong(unread.code, unread.message);
  const text = piece.text ?? '';
  try {
    const value = parseQuickly(text, JSON_LIMITS);
    return isObject(value)
      ? { kind: 'object', where, object: value, raw: text }
      : wrong('record_invalid', 'a record is a JSON object');
  } catch (error) {
    if (error instanceof SyntaxError) return wrong('json_invalid', error.message);
    if (error instanceof JsonRefused) return wrong(error.code, placed(error));
    throw error;
  }
};

/** What was refused, and where in the record it is. */
export const placed = ({ message, pointer }: JsonRefused): string =>
  pointer === '' ? message : `${message}, at ${pointer}`;

/** Why a text is not even parsed. */
const unreadFlaw = (text: string | undefined): Flaw | undefined => {
  const code = 'record_too_large';
  if (text === undefined) return { code, message: 'the record is longer than 16 MB' };
  return isCrowded(text)
    ? { code, message: `the record holds more than ${MOST_PARTS} objects, lists and fields` }
    : undecodedFlaw(text);
};

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
