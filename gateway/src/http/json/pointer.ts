/** The JSON pointer to a member or element of what a pointer names (RFC 6901). */
export const pointerTo = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
