/** So many are remembered; the oldest goes first. */
const MOST = 10_000;

interface Known<Value> {
  readonly value: Value;
  /** When it began to be read, milliseconds of the process. */
  readonly at: number;
}

/** What was read a moment ago, by key; that there was nothing is not remembered. Those who ask while it is being read share the answer. */
export class Recent<Value> {
  readonly #known = new Map<string, Known<Value>>();
  readonly #reading = new Map<string, Promise<Value>>();

  constructor(
    private readonly read: (key: string) => Promise<Value>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What is at most so old, else what is there now. */
  async get(key: string, oldestMs: number): Promise<Value> {
    const known = this.#known.get(key);
    if (known !== undefined && this.now() - known.at <= oldestMs) return known.value;
    return this.#reading.get(key) ?? this.#readAgain(key);
  }

  #readAgain(key: string): Promise<Value> {
    const at = this.now();
    const reading = this.read(key)
      .then((value) => {
        if (value !== undefined) this.#remember(key, { value, at });
        return value;
      })
      .finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  #remember(key: string, known: Known<Value>): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MOST && oldest.done !== true) this.#known.delete(oldest.value);
  }
}
