import { OPERATIONS, type Cut, type Fault, type FaultKind, type Loss, type Operation } from './faults.js';

/** A request for a knob that there is not. Its message says what there is. */
export class UnknownFault extends Error {
  override readonly name = 'UnknownFault';
}

const LOSSES: readonly Loss[] = ['connection', 'call', 'silence'];
const CUTS: readonly Cut[] = ['connection', 'call', 'end'];

type Fields = Readonly<Record<string, unknown>>;

/** How each kind is read out of its JSON. */
const KINDS: { readonly [K in FaultKind['kind']]: (fields: Fields) => Extract<FaultKind, { kind: K }> } = {
  'not-leader': (fields) => ({
    kind: 'not-leader',
    host: text(fields, 'host'),
    port: natural(fields, 'port'),
  }),
  'too-busy': () => ({ kind: 'too-busy' }),
  'access-denied': () => ({ kind: 'access-denied' }),
  'busy-in-batch': () => ({ kind: 'busy-in-batch' }),
  deadline: () => ({ kind: 'deadline' }),
  'timed-out': (fields) => ({ kind: 'timed-out', applied: fields['applied'] === true }),
  'drop-answer': (fields) => ({ kind: 'drop-answer', by: oneOf(fields, 'by', LOSSES, 'connection') }),
  'cut-subscription': (fields) => ({
    kind: 'cut-subscription',
    afterEvents: natural(fields, 'afterEvents', 0),
    by: oneOf(fields, 'by', CUTS, 'call'),
  }),
  delay: (fields) => ({ kind: 'delay', ms: natural(fields, 'ms') }),
  'stall-reads': (fields) => ({ kind: 'stall-reads', ms: natural(fields, 'ms') }),
};

/** One fault or a list of them, out of parsed JSON. Throws `UnknownFault`. */
export const faultsFrom = (value: unknown): Fault[] =>
  Array.isArray(value) ? value.map(faultFrom) : [faultFrom(value)];

/** How subscriptions are to break, out of `{"by": …}`. Throws `UnknownFault`. */
export const cutFrom = (value: unknown): Cut => oneOf(fieldsOf(value), 'by', CUTS, 'call');

const faultFrom = (value: unknown): Fault => {
  const fields = fieldsOf(value);
  const kinds = Object.keys(KINDS) as FaultKind['kind'][];
  const kind = oneOf(fields, 'kind', kinds);
  const { count, operation } = fields;
  return {
    ...KINDS[kind](fields),
    ...(count === undefined || count === 'always' ? {} : { count: natural(fields, 'count') }),
    ...(operation === undefined ? {} : { operation: oneOf<Operation>(fields, 'operation', OPERATIONS) }),
  };
};

const fieldsOf = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null) throw new UnknownFault('a fault is a JSON object');
  return { ...value };
};

const oneOf = <T extends string>(fields: Fields, name: string, known: readonly T[], absent?: T): T => {
  const found = known.find((one) => one === (fields[name] ?? absent));
  if (found === undefined) throw new UnknownFault(`${name} is one of ${known.join(', ')}`);
  return found;
};

const text = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new UnknownFault(`${name} is a text`);
  return value;
};

const natural = (fields: Fields, name: string, absent?: number): number => {
  const value = fields[name] ?? absent;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new UnknownFault(`${name} is a whole number`);
  return value;
};
