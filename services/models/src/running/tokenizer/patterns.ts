import { type ConfigReader, UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';

/** `{String}` or `{Regex}` as JavaScript has it: the library rewrites what Oniguruma writes otherwise. */
export const patternOf = (definition: ConfigReader, { SplitPreTokenizer }: TokenizerLibrary): RegExp => {
  const [text, regex] = [definition.text('String'), definition.text('Regex')];
  if (text !== undefined) return new RegExp(literal(text), 'gu');
  if (regex === undefined) throw new UnfitConfig('A `pattern` is a `String` or a `Regex`.');
  const pattern = readPattern(regex, SplitPreTokenizer);
  if (pattern === null) throw new UnfitConfig(`The pattern ${shown(regex)} cannot be read here.`);
  return pattern;
};

const readPattern = (
  Regex: string,
  SplitPreTokenizer: TokenizerLibrary['SplitPreTokenizer'],
): RegExp | null => {
  try {
    return new SplitPreTokenizer({ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false })
      .pattern;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** A pattern that finds a text as it is. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const shown = (regex: string): string => (regex.length > 200 ? `${regex.slice(0, 200)}…` : regex);
