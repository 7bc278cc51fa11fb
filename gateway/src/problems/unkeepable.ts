import { Problem } from './problem.js';

/** 422 for what can be read and not be kept as it is; `message` says what of it, `what` where the pointer leads to. */
export const unkeepable = (pointer: string, what: string, message: string): Problem =>
  new Problem('invalid_body', `${what} ${message}.`, { errors: [{ pointer, code: 'unkeepable', message }] });
