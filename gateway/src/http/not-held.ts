/** More than so much no client has to take of one header. */
const MOST_CHARACTERS = 4_000;
/** A header has no other characters; `%` is that of the encoding itself. */
const UNSENDABLE = /[^\x20-\x7e]|%/gu;

/**
 * The header that names what a format has no place for (SPEC-15). Names may be those of a file: other than
 * printable ASCII is percent-encoded as UTF-8, and the last ones are left out where they are too many.
 */
export const notHeldHeader = (notHeld: readonly string[]): Readonly<Record<string, string>> => {
  const told: string[] = [];
  let characters = 0;
  for (const what of notHeld.map(encoded)) {
    characters += what.length + SEPARATOR.length;
    if (characters > MOST_CHARACTERS) {
      told.push('and more');
      break;
    }
    told.push(what);
  }
  return told.length === 0 ? {} : { 'X-Not-Held': told.join(SEPARATOR) };
};

const SEPARATOR = ', ';

const encoded = (what: string): string =>
  what.toWellFormed().replace(UNSENDABLE, (character) => encodeURIComponent(character));
