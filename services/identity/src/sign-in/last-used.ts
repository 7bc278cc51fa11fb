import type { Registers } from '@cairn/kernel';

export type Stamped = 'session' | 'api-key' | 'user' | 'login';
const keyOf = (what: Stamped, id: string): string => `used:${what}:${id}`;

/** Keeps when something was used last; `ms` since 1970. Losable, so it is no part of any read model. */
export const stampUse = async (
  registers: Registers,
  what: Stamped,
  id: string,
  ms: number,
  ttlMs: number | undefined,
): Promise<void> => {
  await registers.put(keyOf(what, id), ms, ttlMs);
};

/** For what is erased. */
export const forgetUse = (registers: Registers, what: Stamped, id: string): Promise<void> =>
  registers.remove(keyOf(what, id));

/** When something was used last, ms since 1970; `undefined` when nobody knows. */
export const lastUse = async (
  registers: Pick<Registers, 'get'>,
  what: Stamped,
  id: string,
): Promise<number | undefined> => {
  const value = (await registers.get(keyOf(what, id)))?.value;
  return typeof value === 'number' ? value : undefined;
};

/** As a field of a resource, RFC 3339; nothing when nobody knows. */
export const lastUseField = async <Field extends string>(
  registers: Pick<Registers, 'get'>,
  what: Stamped,
  id: string,
  field: Field,
): Promise<{ readonly [Key in Field]?: string }> => {
  const ms = await lastUse(registers, what, id);
  return ms === undefined ? {} : ({ [field]: new Date(ms).toISOString() } as { [Key in Field]?: string });
};
