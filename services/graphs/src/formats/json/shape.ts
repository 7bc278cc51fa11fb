/** The shape of a JSON text as far as its start tells it. */
export interface JsonShape {
  readonly top: 'object' | 'array' | 'lines';
  /** `nodes`, `nodes[]`, `nodes[].key`: where there are keys and members, four levels deep. */
  readonly paths: ReadonlySet<string>;
}

/** A string that is cut off goes on to the end, so that the text is gone through once. */
const TOKEN = /"((?:[^"\\]|\\[^])*)(?:"|\\?$)|[{}[\]:,]/g;
const DEEPEST = 4;
const MOST_PATHS = 1000;

/** The shape that the start of a text has, if it begins as JSON. */
export const shapeOf = (start: string): JsonShape | undefined => {
  const text = start.trimStart();
  if (text.startsWith('[')) return { top: 'array', paths: pathsOf(text) };
  if (!text.startsWith('{')) return undefined;
  return { top: isLines(text) ? 'lines' : 'object', paths: pathsOf(text) };
};

/** The first line is an object of its own, and something follows or it is an element. */
const isLines = (text: string): boolean => {
  const end = text.indexOf('\n');
  const first = objectIn(end === -1 ? text : text.slice(0, end));
  // It may be longer than the start.
  if (first === undefined) return end === -1 && ELEMENT.test(text);
  return 'type' in first && (first.type === 'node' || first.type === 'relationship');
};
const ELEMENT = /^\{\s*"type"\s*:\s*"(?:node|relationship)"/;

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const pathsOf = (text: string): ReadonlySet<string> => {
  const walk = new Walk();
  for (const [token, word] of text.matchAll(TOKEN)) {
    if (word === undefined) walk.take(token);
    else walk.word = word;
    if (walk.over) break;
  }
  return walk.paths;
};

/** Goes through a text by its brackets, its colons and its words. */
class Walk {
  readonly paths = new Set<string>();
  word = '';
  readonly #stack: string[] = [];
  #path = '';
  #begun = false;

  get over(): boolean {
    return this.paths.size >= MOST_PATHS || (this.#begun && this.#stack.length === 0);
  }

  take(token: string): void {
    if (token === ':') this.#note(`${this.#around}.${this.word}`);
    else if (token === '{' || token === '[') this.#open(token);
    else if (token === ',') this.#path = this.#around;
    else this.#close();
  }

  get #around(): string {
    return this.#stack.at(-1) ?? '';
  }

  #open(token: string): void {
    this.#begun = true;
    if (token === '[') this.#note(`${this.#path}[]`);
    this.#stack.push(this.#path);
  }

  #close(): void {
    this.#stack.pop();
    this.#path = this.#around;
  }

  #note(path: string): void {
    this.#path = path;
    if (this.#stack.length < DEEPEST) this.paths.add(path.startsWith('.') ? path.slice(1) : path);
  }
}
