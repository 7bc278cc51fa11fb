import { setTimeout as pause } from 'node:timers/promises';

/** Nobody answered in the time that there was. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const AGAIN_MS = 1_000;
/** Told to come again: a gateway that starts, an engine that is away, a rate that is used up. */
const FOR_LATER = [429, 503];

/**
 * `fetch` of somebody who has until `deadline` (by `performance.now()`): what is told to come again later is asked again, as
 * is who does not listen yet. Reads see the writes before them, also one that was answered 202. Throws `NoAnswer`.
 */
export const askingUntil = (deadline: number): typeof fetch => {
  let position: string | undefined;
  return async (input, options = {}) => {
    const headers = new Headers(options.headers);
    if (options.method === 'GET' && position !== undefined) headers.set('x-min-position', position);
    const answer = await answeredAtLast(input, { ...options, headers }, deadline);
    position = answer.headers.get('x-position') ?? position;
    return answer;
  };
};

const answeredAtLast = async (
  input: Parameters<typeof fetch>[0],
  options: RequestInit,
  deadline: number,
): Promise<Response> => {
  for (;;) {
    const answer = await answered(input, options, deadline);
    const waitMs = answer === undefined ? AGAIN_MS : laterMs(answer);
    if (answer !== undefined && performance.now() + waitMs > deadline) return answer;
    await answer?.body?.cancel();
    await pause(waitMs);
  }
};

/** `undefined`: nobody listens, and there is time to ask again. */
const answered = async (
  input: Parameters<typeof fetch>[0],
  options: RequestInit,
  deadline: number,
): Promise<Response | undefined> => {
  const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
  try {
    return await fetch(input, { ...options, signal: AbortSignal.timeout(leftMs) });
  } catch (error) {
    if (performance.now() + AGAIN_MS < deadline) return undefined;
    throw new NoAnswer(`nobody answered at ${originOf(input)} (${causeOf(error)})`, { cause: error });
  }
};

/** After how long it may be asked again: never, when it is answered. */
const laterMs = ({ status, headers }: Response): number => {
  const seconds = headers.get('retry-after');
  return FOR_LATER.includes(status) && seconds !== null ? Number(seconds) * 1000 : Number.POSITIVE_INFINITY;
};

const originOf = (input: Parameters<typeof fetch>[0]): string =>
  new URL(input instanceof Request ? input.url : input).origin;

const causeOf = (error: unknown): string => {
  const { cause } = error as Error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return (error as Error).message;
};
