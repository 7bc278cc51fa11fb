import { freshId } from '../clock/ids.js';

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;

/** `X-Request-Id` as the client sent it, if it can stand in logs and headers as it is (S37), else a fresh one. */
export const requestIdOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : freshId();
