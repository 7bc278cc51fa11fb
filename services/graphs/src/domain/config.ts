import { configText, isRefusal, type Refusal, refuse } from '@cairn/kernel';

/** What becomes of content that is not of the schema: refused, told, nothing. */
const enforcements = ['strict', 'warn', 'off'] as const;
export type Enforcement = (typeof enforcements)[number];

const isEnforcement = (value: unknown): value is Enforcement => enforcements.some((each) => each === value);

/** What a text of JSON says of `enforcement`, whatever it is; `undefined` when it says nothing. */
const enforcementIn = (stored: string): unknown => {
  const said: unknown = JSON.parse(stored);
  return typeof said === 'object' && said !== null && 'enforcement' in said ? said.enforcement : undefined;
};

/**
 * Settings of a graph as they are stored, a text of JSON; empty stands for none. Refuses what does not parse and an
 * `enforcement` that is none (`invalid_body`), and a credential (`use_secret`).
 */
export const graphConfigText = (value: unknown, pointer: string): string | Refusal => {
  const stored = configText(value, pointer);
  if (isRefusal(stored) || stored === '') return stored;
  const said = enforcementIn(stored);
  if (said === undefined || isEnforcement(said)) return stored;
  const message = `must be one of ${enforcements.join(', ')}`;
  return refuse('invalid_body', `enforcement in ${pointer.slice(1)} ${message}.`, [
    { pointer: `${pointer}/enforcement`, code: 'enum', message },
  ]);
};

/** The `enforcement` of settings that `graphConfigText` has stored; `undefined` when they say none. */
export const storedEnforcement = (stored: string): Enforcement | undefined => {
  const said = stored === '' ? undefined : enforcementIn(stored);
  return isEnforcement(said) ? said : undefined;
};
