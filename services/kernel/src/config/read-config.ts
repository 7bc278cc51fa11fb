import { KindGuard } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { formats } from './formats.js';
import { Config, ConfigurationError } from './config.js';

let validator: ValidateFunction<Config> | undefined;
/** Compiled when a configuration is first read: few who import this package read one. */
const compiled = (): ValidateFunction<Config> =>
  (validator ??= new Ajv({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    strict: false,
    formats,
  }).compile<Config>(Config));

/** Reads the `CAIRN_*` variables. Throws `ConfigurationError` that names every one that is wrong or unknown. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.startsWith('CAIRN_') && !OTHERS.test(name)),
  );
  const unknown = Object.keys(given).filter((name) => !(name in Config.properties));
  const written = Object.entries(given).filter(([name, text]) => isOddNumber(name, text));
  const validate = compiled();
  const valid = validate(given);
  const wrong = [
    ...unknown.map((name) => `${name} is not a variable of Cairn`),
    ...written.map(([name]) => `${name} must be a whole number, written in digits`),
    ...(valid ? [] : (validate.errors ?? []).map(sentence)),
    ...(isGiven(given['CAIRN_SECRET_BEFORE']) && !isGiven(given['CAIRN_SECRET'])
      ? ['CAIRN_SECRET_BEFORE is of use beside CAIRN_SECRET, which is missing']
      : []),
  ];
  if (wrong.length > 0)
    throw new ConfigurationError(`The configuration is wrong: ${[...new Set(wrong)].join('; ')}.`);
  return Object.freeze(given as typeof given & Config);
};

const isGiven = (text: string | undefined): boolean => text !== undefined && text !== '';

/** `8e3` and ` 80` are numbers to whoever converts them, and slips to whoever reads them. */
const isOddNumber = (name: string, text = ''): boolean => {
  const property = Config.properties[name as keyof typeof Config.properties];
  return KindGuard.IsInteger(property) && !Number.isNaN(Number(text)) && !/^-?\d+$/.test(text);
};

/** Variables that tests and scripts use and the server does not. */
const OTHERS = /^CAIRN_(ENGINES?(_.*)?|TEST_.*|BENCH_.*|CONFIG|FAULTS)$/;

const sentence = (error: ErrorObject): string => {
  const name = error.instancePath.slice(1);
  const property = Config.properties[name as keyof typeof Config.properties];
  return `${name} ${reason(error)} (${property.description ?? ''})`;
};

const reason = (error: ErrorObject): string => {
  if (error.keyword === 'type')
    return `must be ${String(error.params['type']) === 'integer' ? 'a whole number' : String(error.params['type'])}`;
  if (error.keyword === 'minimum' || error.keyword === 'maximum') return error.message ?? 'is out of range';
  return 'has a value that cannot be';
};
