import type { RunAsker } from '../port.js';

/** Of the places: work asks again when there is none, a person is told so. */
const WORK_SHARE = 1 / 2;

/** The requests that are under way, at most so many. Those of work leave room for people. */
export class Places {
  #taken = 0;
  #ofWork = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#taken;
  }

  isFull(asker: RunAsker): boolean {
    if (this.#taken >= this.most) return true;
    return asker.isWork === true && this.#ofWork >= this.most * WORK_SHARE;
  }

  async during<Result>(asker: RunAsker, act: () => Promise<Result>): Promise<Result> {
    const ofWork = asker.isWork === true ? 1 : 0;
    this.#taken += 1;
    this.#ofWork += ofWork;
    try {
      return await act();
    } finally {
      this.#taken -= 1;
      this.#ofWork -= ofWork;
    }
  }
}
