/**
 * A value as JSON that is read as strictly as it is here: a whole number beyond 2^53 is written with an exponent, for with
 * all of its digits it would be taken for one that a double cannot hold.
 */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  return LONG.test(text)
    ? text.replace(TEXT_OR_NUMBER, (part) => (WHOLE.test(part) ? shorter(part) : part))
    : text;
};

const LONG = /\d{16}/;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/g;
const WHOLE = /^-?\d{16,}$/;

const shorter = (digits: string): string => {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? digits : number.toExponential();
};
