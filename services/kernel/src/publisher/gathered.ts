/** When enough was gathered to work on; what is gathered meanwhile is bounded by it too. */
export type Enough<Element> = (gathered: readonly Element[]) => boolean;

/**
 * What has come from a source since the last was taken: one element when the reader waits for it, many when the reader was
 * busy. Elements are fetched until there is enough. Whoever stops before the end stops the source too, by its own signal.
 */
export async function* gathered<Element>(
  source: AsyncIterable<Element>,
  enough: Enough<Element>,
): AsyncGenerator<readonly Element[], void, void> {
  const gathering = new Gathering(enough);
  const ended = gathering.from(source);
  // Awaited below, when somebody is still there to be told.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const some = await gathering.take();
      if (some.length === 0) break;
      yield some;
    }
    await ended;
  } finally {
    gathering.stop();
  }
}

class Gathering<Element> {
  #elements: Element[] = [];
  #hasEnded = false;
  #isStopped = false;
  /** Wakes who waits for elements, or for room. */
  #wake: (() => void) | undefined;

  constructor(private readonly enough: Enough<Element>) {}

  /** Throws what the source throws, after everything before it was taken. */
  async from(source: AsyncIterable<Element>): Promise<void> {
    try {
      for await (const element of source) {
        this.#elements.push(element);
        this.#wakeUp();
        while (!this.#isStopped && this.enough(this.#elements)) await this.#woken();
        if (this.#isStopped) return;
      }
    } finally {
      this.#hasEnded = true;
      this.#wakeUp();
    }
  }

  /** What there is; waits until there is something. Nothing: the source has ended. */
  async take(): Promise<readonly Element[]> {
    while (this.#elements.length === 0 && !this.#hasEnded) await this.#woken();
    const some = this.#elements;
    this.#elements = [];
    this.#wakeUp();
    return some;
  }

  /** Nothing more is wanted. */
  stop(): void {
    this.#isStopped = true;
    this.#wakeUp();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
