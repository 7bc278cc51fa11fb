import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@cairn/contracts';

/** A machine that stands still for two seconds is no reason to fail; one that does so all the time is. */
const MOST = 2;
/** With these nothing was done, whatever was asked. */
const NOTHING_DONE = new Set(['access_unproven', 'overloaded']);
let waited = 0;

/**
 * Asks as operations.md wants it of clients: what is told to come again later (503 with `Retry-After`) and has done
 * nothing is asked once more, so that files which share a cluster and ask of other things do not fail for an engine that
 * the disk keeps waiting. It says so on stderr, with the code, and does it twice in a spec file, not more.
 */
export const patientFetch: typeof fetch = async (input, options) => {
  const answer = await fetch(input, options);
  if (waited === MOST || !(await isForLater(answer.clone(), options))) return answer;
  waited += 1;
  const seconds = answer.headers.get('retry-after') ?? '';
  const { code, request_id } = (await answer.json()) as Problem;
  process.stderr.write(`${methodOf(options)} ${code} (${request_id}): asked again in ${seconds} s\n`);
  await pause(Number(seconds) * 1000);
  return fetch(input, options);
};

const methodOf = (options?: RequestInit): string => options?.method ?? 'GET';

/** Whether it was answered 503 for now, did nothing, and can be sent again as it was. */
const isForLater = async (answer: Response, options?: RequestInit): Promise<boolean> => {
  if (answer.status !== 503 || !answer.headers.has('retry-after') || !isKept(options?.body)) return false;
  const { code } = (await answer.json()) as Problem;
  return ['GET', 'HEAD'].includes(methodOf(options)) || NOTHING_DONE.has(code);
};

const isKept = (body: RequestInit['body']): boolean =>
  body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array;
