const SPACE = /^\p{White_Space}$/u;

const isSpace = (character: string | undefined): boolean => character !== undefined && SPACE.test(character);

/** Where the white space ends that begins at a place, forwards or backwards; it is not looked for beyond `until`. */
export const spacesFrom = (
  text: string | readonly string[],
  place: number,
  step: 1 | -1,
  until = step === 1 ? text.length : 0,
): number => {
  let at = place;
  while (at !== until && isSpace(text[step === 1 ? at : at - 1])) at += step;
  return at;
};
