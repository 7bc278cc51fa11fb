const SPACE = /^\p{White_Space}$/u;

export const isSpace = (character: string | undefined): boolean =>
  character !== undefined && SPACE.test(character);

/** Where the white space ends that begins at a place, forwards or backwards. */
export const spacesFrom = (text: string | readonly string[], place: number, step: 1 | -1): number => {
  let at = place;
  while (isSpace(text[step === 1 ? at : at - 1])) at += step;
  return at;
};
