import type { TSchema } from '@sinclair/typebox';

/** 200 with a body. */
export const ok = <Schema extends TSchema>(description: string, schema: Schema) =>
  ({ 200: { description, schema } }) as const;

/** 200 with a body, or with bytes that hold it. */
export const okOrFile = <Schema extends TSchema>(description: string, schema: Schema) =>
  ({ 200: { description, schema, file: true } }) as const;

/** 201 with a body and a `Location`. */
export const created = <Schema extends TSchema>(description: string, schema: Schema) =>
  ({ 201: { description, schema } }) as const;

/** 204, or 200 with the record under `Prefer: return=representation`. */
export const deleted = <Schema extends TSchema>(subject: string, schema: Schema) =>
  ({
    204: { description: `${subject} is deleted.` },
    200: { description: 'The record as it was, under `Prefer: return=representation`.', schema },
  }) as const;

/** 204, or 200 with what is left under `Prefer: return=representation`: of what is taken away there is no record. */
export const deletedOrShown = <Schema extends TSchema>(without: string, shown: string, schema: Schema) =>
  ({
    204: { description: without },
    200: { description: `${shown}, under \`Prefer: return=representation\`.`, schema },
  }) as const;

/** A stored file, whole or by `Range`. */
export const storedFile = (description: string) =>
  ({
    200: { description, file: true },
    206: { description: 'The bytes that `Range` asks for.', file: true },
  }) as const;

/** A file that is made while it is sent: never by `Range`. */
export const madeFile = (description: string) => ({ 200: { description, file: true } }) as const;
