import { type Refusal, refuse } from '@cairn/kernel';

/**
 * A string of JSON as it is stored: a text byte for byte, anything else stringified; what does not parse is refused
 * (decision 15). Empty stands for none.
 */
export const jsonText = (value: unknown, pointer: string): string | Refusal => {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return value;
  try {
    JSON.parse(value);
    return value;
  } catch {
    return refuse('invalid_body', `${pointer.slice(1)} is not JSON.`, [
      { pointer, code: 'json', message: 'is not JSON' },
    ]);
  }
};
