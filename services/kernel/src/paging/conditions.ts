import type { Filter } from '../documents/port.js';
import { wordsQuery } from '../documents/words.js';
import type { Page } from './page.js';

/** The page of a list in which nothing can be. */
export const NOTHING: Page<never> = { elements: [], total: 0, totalExact: true };

/** The condition that a list's `from` and `to` make on the time of creation. */
export const createdBetween = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined && to === undefined
    ? {}
    : {
        created_at: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
      };

/** The condition that a list's `q` makes on the words of its documents. */
export const wordsIn = (q: string | undefined): Pick<Filter, 'words'> =>
  q === undefined ? {} : { words: { field: 'words', ...wordsQuery(q) } };

/** The fields of a filter, or of a command, that say something: not `undefined`. */
export const sent = <Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
  };
