import type { Refusal, SentFile } from '@cairn/kernel/reading';
import { invalid, type Verdict } from './verdict.js';

/** The largest that is known, of a quarter of a million tokens in many scripts, has 34 MB. */
const LARGEST_BYTES = 50_000_000;
const HEAD_BYTES = 100;

/** What can be told of a `tokenizer.json` without reading it whole, which is done where models are opened (S33). */
export const checkTokenizer = async (file: SentFile): Promise<Verdict | Refusal> => {
  if (file.size > LARGEST_BYTES) return invalid('A `tokenizer.json` has at most 50 MB.');
  const head = await file.read(0, HEAD_BYTES);
  return /^\s*\{/.test(head.toString('utf8')) ? {} : invalid('A `tokenizer.json` is a JSON object.');
};
