import { pause } from '@cairn/kernel';

/** What comes in time; `undefined` when it does not. */
export const inTime = async <Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> => {
  const over = new AbortController();
  try {
    return await Promise.race([work, pause(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
};
