/**
 * A text beside the one it came from: character `i` stands for the code points `starts[i]` to `ends[i]` there, half open. All
 * places that Cairn tells of tokens come from here.
 */
export interface AlignedText {
  /** Code points, one each. */
  readonly characters: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A character that takes a place; `start` and `end` are in the first text. */
interface Placed {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

/** A text beside itself. A half of a surrogate pair alone becomes U+FFFD: the models know no such thing. */
export const alignedText = (text: string): AlignedText => {
  const characters = Array.from(text.toWellFormed());
  return {
    characters,
    starts: characters.map((_, place) => place),
    ends: characters.map((_, place) => place + 1),
  };
};

export const textOf = ({ characters }: AlignedText): string => characters.join('');

export const slice = ({ characters, starts, ends }: AlignedText, from: number, to: number): AlignedText => ({
  characters: characters.slice(from, to),
  starts: starts.slice(from, to),
  ends: ends.slice(from, to),
});

/** Where the characters `from` to `to` stand in the first text; none stand where the one before ends. */
export const rangeOf = ({ starts, ends }: AlignedText, from: number, to: number): readonly [number, number] =>
  from < to
    ? [starts[from] ?? 0, ends[to - 1] ?? 0]
    : [ends[from - 1] ?? starts[0] ?? 0, ends[from - 1] ?? starts[0] ?? 0];

const aligned = (placed: Iterable<Placed>): AlignedText => {
  const [characters, starts, ends]: [string[], number[], number[]] = [[], [], []];
  for (const { character, start, end } of placed) {
    characters.push(character);
    starts.push(start);
    ends.push(end);
  }
  return { characters, starts, ends };
};

const placedOf = function* ({ characters, starts, ends }: AlignedText): Generator<Placed> {
  for (const [place, character] of characters.entries())
    yield { character, start: starts[place] ?? 0, end: ends[place] ?? 0 };
};

/** Each character becomes what `change` makes of it, at its place. */
export const mapped = (text: AlignedText, change: (character: string) => string): AlignedText => {
  const made = function* (): Generator<Placed> {
    for (const placed of placedOf(text))
      for (const character of change(placed.character)) yield { ...placed, character };
  };
  return aligned(made());
};

/** Put before a text; it has the place of the first character. */
export const prepended = (prefix: string, text: AlignedText): AlignedText => {
  const [first] = placedOf(text);
  if (first === undefined) return text;
  const before = Array.from(prefix, (character) => ({ ...first, character }));
  return aligned([...before, ...placedOf(text)]);
};

/**
 * A character of a new text: 1 adds one to the former text, 0 takes the place of the next one, -n takes the place of the
 * next one and removes n after it.
 */
export type Change = readonly [character: string, count: number];

/** The new text; what is added has the place of the character before it, as PyPI's `tokenizers` has it. */
export const changed = (text: AlignedText, changes: readonly Change[]): AlignedText => {
  let next = 0;
  const made = function* (): Generator<Placed> {
    for (const [character, count] of changes) {
      const from = count > 0 ? Math.max(0, next - 1) : next;
      yield { character, start: text.starts[from] ?? 0, end: text.ends[from] ?? 0 };
      if (count <= 0) next += 1 - count;
    }
  };
  return aligned(made());
};

/** Places of characters by places in the string, whose characters may be two long. */
export const characterPlaces = (characters: readonly string[]): ((unit: number) => number) => {
  const places: number[] = [];
  for (const [place, character] of characters.entries())
    for (let unit = 0; unit < character.length; unit += 1) places.push(place);
  return (unit) => places[unit] ?? characters.length;
};

/** What is found is given another text, at the place of its last character. */
export const replaced = (text: AlignedText, pattern: RegExp, content: string): AlignedText => {
  const place = characterPlaces(text.characters);
  const pieces: Placed[] = [];
  const all = [...placedOf(text)];
  let from = 0;
  for (const { index, 0: found } of textOf(text).matchAll(pattern)) {
    const [start, end] = [place(index), place(index + found.length)];
    for (; from < start; from += 1) push(pieces, all[from]);
    const last = all[Math.max(start, end - 1)] ?? all.at(-1);
    for (const character of content) push(pieces, last && { ...last, character });
    from = Math.max(from, end);
  }
  for (; from < all.length; from += 1) push(pieces, all[from]);
  return aligned(pieces);
};

const push = (pieces: Placed[], piece: Placed | undefined): void => {
  if (piece !== undefined) pieces.push(piece);
};
