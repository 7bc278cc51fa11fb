/** Whether a text has more characters than may be, counted in code points as the contract does. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || Array.from(text).length > most);
