import { UnfitConfig } from '../config/config-reader.js';
import type { Tokenize } from './pieces.js';

export interface Subwords {
  /** Tokens in the vocabulary. */
  readonly size: number;
  readonly tokenize: Tokenize;
  readonly idOf: (token: string) => number | undefined;
}

/** As the file says it; what is in it was not looked at. */
export type Fields = Readonly<Record<string, unknown>>;

export const MOST_TOKENS = 1_000_000;

export const isId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 31;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const vocabOf = ({ vocab }: Fields): Readonly<Record<string, number>> => {
  const entries = isRecord(vocab) ? Object.entries(vocab) : [];
  if (entries.length === 0 || entries.length > MOST_TOKENS || !entries.every(([, id]) => isId(id)))
    throw new UnfitConfig(`\`model.vocab\` is each token with its id, ${MOST_TOKENS} at most.`);
  return vocab as Readonly<Record<string, number>>;
};

export const textIn = (fields: Fields, name: string): string => {
  const { [name]: value } = fields;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new UnfitConfig(`\`model.${name}\` is a text.`);
};
