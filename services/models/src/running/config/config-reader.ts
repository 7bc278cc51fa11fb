/** A config says what cannot be, or not enough; the message is a sentence for who wrote it. */
export class UnfitConfig extends Error {
  override readonly name = 'UnfitConfig';
}

/** A config does not say what the model leaves open: `line` is the field that settles it. */
export class Unsettled extends UnfitConfig {
  constructor(
    readonly line: string,
    message: string,
  ) {
    super(message);
  }
}

const MOST_VALUES = 1_000_000;

/** Reads a stranger's JSON field by field. Each throws `UnfitConfig` when the field is there and is something else. */
export class ConfigReader {
  readonly isThere: boolean;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(
    value: unknown,
    private readonly path: string,
  ) {
    this.isThere = value !== undefined && value !== null;
    if (this.isThere && (typeof value !== 'object' || Array.isArray(value)))
      throw new UnfitConfig(path === '' ? 'The config is no object.' : `\`${path}\` is an object.`);
    this.#fields = (value ?? {}) as Record<string, unknown>;
  }

  within(name: string): ConfigReader {
    return new ConfigReader(this.#value(name), this.#pathOf(name));
  }

  text(name: string): string | undefined {
    return this.#checked(name, 'a text', (value) => (typeof value === 'string' ? value : undefined));
  }

  flag(name: string): boolean | undefined {
    return this.#checked(name, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  number(name: string, least: number, most: number): number | undefined {
    return this.#checked(name, `a number from ${least} to ${most}`, (value) =>
      typeof value === 'number' && value >= least && value <= most ? value : undefined,
    );
  }

  whole(name: string, least: number, most: number): number | undefined {
    return this.#checked(name, `a whole number from ${least} to ${most}`, (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined,
    );
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    return this.#checked(name, `one of ${values.join(', ')}`, (value) =>
      values.find((each) => each === value),
    );
  }

  /** A number alone counts as a list of one. */
  numbers(name: string): readonly number[] | undefined {
    return this.#checked(name, 'a list of numbers', (value) => {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      return list.length > 0 && list.length <= MOST_VALUES && list.every((each) => typeof each === 'number')
        ? list
        : undefined;
    });
  }

  texts(name: string): readonly string[] | undefined {
    return this.#checked(name, 'a list of texts', (value) => (isTexts(value) ? value : undefined));
  }

  /** A list of tokens, a text with a token on each line, or `{token: id}` with ids from 0 without a gap. */
  vocabulary(name: string): readonly string[] | undefined {
    const what = 'a list of tokens, a token on each line, or each token with its id';
    return this.#checked(name, what, (value) => {
      if (typeof value === 'string') return value.replace(/\n$/, '').split('\n');
      return isTexts(value) ? value : byId(value);
    });
  }

  list(name: string, what = 'a list'): readonly unknown[] {
    return (
      this.#checked(name, what, (value): readonly unknown[] | undefined =>
        Array.isArray(value) && value.length <= MOST_VALUES ? value : undefined,
      ) ?? []
    );
  }

  /** A list of objects; empty where it is not there. */
  readers(name: string): readonly ConfigReader[] {
    return this.list(name).map((value, place) => new ConfigReader(value, `${this.#pathOf(name)}[${place}]`));
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  #pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  #checked<T>(name: string, what: string, read: (value: unknown) => T | undefined): T | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null) return undefined;
    const found = read(value);
    if (found === undefined) throw new UnfitConfig(`\`${this.#pathOf(name)}\` is ${what}.`);
    return found;
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= MOST_VALUES && value.every((each) => typeof each === 'string');

const isPlace = (id: unknown, length: number): id is number =>
  Number.isInteger(id) && Number(id) >= 0 && Number(id) < length;

const byId = (value: unknown): readonly string[] | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length > MOST_VALUES) return undefined;
  const tokens: string[] = [];
  for (const [token, id] of entries) {
    if (!isPlace(id, entries.length) || tokens[id] !== undefined) return undefined;
    tokens[id] = token;
  }
  return tokens;
};
