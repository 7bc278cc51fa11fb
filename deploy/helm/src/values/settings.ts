import { Config } from '@cairn/kernel';
import { type TProperties, Type } from '@sinclair/typebox';
import { section } from './shapes.js';

/** Settings that the chart itself knows, or that stand in a section of their own or in a Secret. */
const OWN = new Set([
  'CAIRN_HOST',
  'CAIRN_PORT',
  'CAIRN_METRICS_HOST',
  'CAIRN_METRICS_PORT',
  'CAIRN_DATA_DIR',
  'CAIRN_BASE_URL',
  'CAIRN_ADMIN_PASSWORD',
  'CAIRN_SECRET',
  'CAIRN_SECRET_BEFORE',
  'CAIRN_LOG_BYTES',
  'CAIRN_SERVICE',
  'CAIRN_SERVICES',
]);
const OF_ENGINES =
  /^CAIRN_(?:EVENTSTOREDB|MONGODB|VAULT_MONGODB|SMTP)_URL$|^CAIRN_(?:S3|KAFKA)_|^CAIRN_S3_TEMPORARY_DIR$/;

/** Formats that only the server knows, and what a TypeBox union is to a reader of JSON Schema. */
const asJsonSchema = (schema: object): object => {
  const { format: _, default: value, anyOf, ...rest } = JSON.parse(JSON.stringify(schema)) as Setting;
  const told = { ...rest, description: `${rest.description} Unset: \`${String(value)}\`.` };
  if (anyOf === undefined) return told;
  return { ...told, type: 'string', enum: anyOf.map(({ const: literal }) => literal) };
};

interface Setting {
  readonly format?: string;
  readonly default: unknown;
  readonly description: string;
  readonly anyOf?: readonly { readonly const: string }[];
}

const given: TProperties = Object.fromEntries(
  Object.entries(Config.properties)
    .filter(([name]) => !OWN.has(name) && !OF_ENGINES.test(name))
    .map(([name, schema]) => [name, Type.Unsafe<unknown>(asJsonSchema(schema))]),
);

/** Every other setting of `.env.example`, for all processes alike. */
export const settings = section(
  'Settings of Cairn, the same for every process; `.env.example` has all. Those that another section of this file, or the chart, sets are refused here.',
  given,
);
