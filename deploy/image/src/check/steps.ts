import { ProblemError } from '@cairn/client';

/** A step did not do what it must. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** Throws unless it holds; `what` says what was found instead. */
export const must: (holds: boolean, what: string) => asserts holds = (holds, what) => {
  if (!holds) throw new StepFailed(what);
};

/** Does one step after the other, tells each in a line, and at the end removes what was made, whatever happened. */
export class Steps {
  readonly #removals: [what: string, remove: () => Promise<unknown>][] = [];

  constructor(private readonly tell: (line: string) => void) {}

  /** Throws `StepFailed`, which says which step it was. */
  async step<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      const result = await act();
      this.tell(`ok: ${what} (${Math.round(performance.now() - began)} ms)`);
      return result;
    } catch (error) {
      throw new StepFailed(`${what}: ${saidBy(error)}`, { cause: error });
    }
  }

  /** What must be removed when a later step fails; answers what says that it is gone. */
  made(what: string, remove: () => Promise<unknown>): () => void {
    const removal: [string, () => Promise<unknown>] = [what, remove];
    this.#removals.push(removal);
    return () => void this.#removals.splice(this.#removals.indexOf(removal), 1);
  }

  /** Answers whether all of it could be removed. */
  async remove(): Promise<boolean> {
    let isRemoved = true;
    for (const [what, remove] of this.#removals.splice(0).reverse())
      try {
        await this.step(`remove ${what}`, remove);
      } catch (error) {
        isRemoved = false;
        this.tell(`failed: ${saidBy(error)}`);
      }
    return isRemoved;
  }
}

/** The status, the code of the problem and the request, by which the logs have it; never what was sent. */
const saidBy = (error: unknown): string => {
  if (!(error instanceof ProblemError)) return error instanceof Error ? error.message : String(error);
  const { problem, body } = error;
  if (problem !== undefined) return `${error.message} (request ${problem.request_id})`;
  return `${error.message}: ${JSON.stringify(body)}`;
};
