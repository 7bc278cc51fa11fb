import { get } from 'node:http';

const ANSWER_TIMEOUT_MS = 1_000;

/** Whether a GET of the URL answers 200. */
export const answersOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { timeout: ANSWER_TIMEOUT_MS, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
