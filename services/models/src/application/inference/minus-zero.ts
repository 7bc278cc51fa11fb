import type { Json } from '@cairn/kernel';

/** JSON in which -0 stands as a text, which a model takes for it: `JSON.stringify` would write 0. */
export const keepingMinusZero = (value: Json): Json => (holdsOne(value) ? asText(value) : value);

const within = (value: Json): readonly (Json | undefined)[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const holdsOne = (value: Json | undefined): boolean => {
  if (typeof value === 'number') return Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? (value as readonly Json[]) : within(value)).some(holdsOne);
};

const asText = (value: Json): Json => {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return (value as readonly Json[]).map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inner === undefined ? inner : asText(inner)]),
  );
};
