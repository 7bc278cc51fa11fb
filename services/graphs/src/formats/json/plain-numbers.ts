import { specialNumber } from '../values.js';

const TAGGED = /\{"\$integer":"(-?\d{16,})"\}/g;

/** Integers beyond 2^53 as JSON numbers; inside of texts quotes are escaped, so that nothing there is taken for one. */
export const plainNumbers = (text: string): string =>
  text.includes('{"$integer":"')
    ? text.replace(TAGGED, (whole, digits: string) =>
        specialNumber({ $integer: digits }) === undefined ? whole : digits,
      )
    : text;
