import { pause } from '@cairn/kernel';

/** Answers after so many milliseconds at the earliest, so that the time tells nothing of what was done (S12). */
export const noSoonerThan = async <Result>(ms: number, run: () => Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([run(), pause(ms)]);
  return result;
};
