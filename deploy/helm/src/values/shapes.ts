import { type TObject, type TProperties, Type } from '@sinclair/typebox';

/** An object of the chart: another name in it is a slip, and refused with its path. Every property may be left out. */
export const section = (description: string, properties: TProperties): TObject =>
  Type.Object(optional(properties), { description, additionalProperties: false });

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));

export const text = (description: string, value = '', more: object = {}) =>
  Type.String({ description, default: value, ...more });

export const flag = (description: string, value: boolean) => Type.Boolean({ description, default: value });

export const whole = (description: string, value: number, minimum = 0, maximum?: number) =>
  Type.Integer({ description, default: value, minimum, ...(maximum === undefined ? {} : { maximum }) });

export const choice = (description: string, values: readonly string[], value: string) =>
  Type.Unsafe<string>({ type: 'string', description, enum: [...values], default: value });

/** What Kubernetes defines and checks itself: passed on as it is. */
export const kubernetesObject = (description: string, value: object = {}) =>
  Type.Unsafe<object>({ type: 'object', description, default: value });

export const kubernetesList = (description: string, value: readonly unknown[] = []) =>
  Type.Unsafe<readonly unknown[]>({
    type: 'array',
    items: { type: 'object' },
    description,
    default: value,
  });

export const strings = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [] });

export const ports = (value: readonly number[]) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 65535 }), { description: 'TCP ports.', default: value });

/** A name of an object of Kubernetes; empty where none is named. */
export const objectName = (description: string) =>
  text(description, '', { pattern: '^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?)?$' });

/** A key of a Secret or ConfigMap. */
export const keyName = (description: string, value: string) =>
  text(description, value, { pattern: '^[-._a-zA-Z0-9]{1,253}$' });

/** Labels or annotations. */
export const stringMap = (description: string, value: Readonly<Record<string, string>> = {}) =>
  Type.Unsafe<object>({
    type: 'object',
    description,
    additionalProperties: { type: 'string' },
    default: value,
  });

const QUANTITY = { type: ['string', 'number'], pattern: '^[0-9]+(\\.[0-9]+)?(m|[kMGTPE]i?)?$' } as const;

export const quantity = (description: string, value: string) =>
  Type.Unsafe<string>({ ...QUANTITY, description, default: value });

/** Requests and limits of a container. */
export const resources = (description: string, value: object = {}) => {
  const amounts = { type: 'object', additionalProperties: QUANTITY };
  return Type.Unsafe<object>({
    type: 'object',
    description,
    additionalProperties: false,
    properties: { requests: amounts, limits: amounts, claims: { type: 'array', items: { type: 'object' } } },
    default: value,
  });
};

/** A whole number or a share in per cent. */
export const countOrShare = (description: string, value: number | string) =>
  Type.Unsafe<number | string>({
    description,
    default: value,
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^[0-9]{1,3}%$' },
    ],
  });
