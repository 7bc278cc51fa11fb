/** The JSON pointer to a member or element of what a pointer names (RFC 6901). */
export const pointerTo = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What a pointer leads to in a value; `undefined` when nothing is there. */
export const pointedTo = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(memberOf, value);

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
