import { MongoTimeout } from './errors.js';

/**
 * What a call answers, or `MongoTimeout` after the time. The driver itself gives up late on a server that is there but does
 * not answer (frozen, cut off); what it still does then goes on unseen. Milliseconds.
 */
export const within = async <Result>(timeoutMs: number, call: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MongoTimeout(`no answer within ${Math.round(timeoutMs)} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([call, passed]);
  } finally {
    clearTimeout(timer);
  }
};
