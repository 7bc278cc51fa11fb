/** Runs steps of the same key one after the other and steps of different keys side by side. */
export type Turns = <Result>(key: string, step: () => Promise<Result>) => Promise<Result>;

/** A failed step fails its own caller and lets the next begin. */
export const takeTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, step) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(step, step);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
