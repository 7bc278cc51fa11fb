import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import { noQuotas, type Quotas } from '@cairn/kernel';

/** What is charged: numbers of datasets and of items, bytes of files and events. */
export type Charge = Quotas;
/** What is bounded by number. */
export type Counted = Exclude<keyof Charge, 'bytes'>;

export const NO_CHARGE: Charge = noQuotas;

export const sumOf = (one: Charge, other: Partial<Charge>): Charge => ({
  datasets: one.datasets + (other.datasets ?? 0),
  items: one.items + (other.items ?? 0),
  bytes: one.bytes + (other.bytes ?? 0),
});

/**
 * What an event takes as long as it is not purged, by itself alone: the bytes of its JSON, the sizes of the files that it
 * names, one of what it makes. Nothing for an event that nobody is charged for.
 */
export type ChargeOf = (event: DomainEvent) => Charge;

/** `counts`: of which number events take one, by their names. */
export const chargesOf = (
  definitions: readonly EventDefinition[],
  counts: Readonly<Record<string, Counted>>,
): ChargeOf => {
  const taken = new Map(definitions.map((each) => [each.name, [filesIn(each), counts[each.name]] as const]));
  return ({ type, data }) => {
    const known = taken.get(type);
    if (known === undefined) return NO_CHARGE;
    const [files, counted] = known;
    const sizes = files.reduce((sum, path) => sum + sizeAt(data, path), 0);
    const bytes = Buffer.byteLength(JSON.stringify(data)) + sizes;
    return { ...NO_CHARGE, ...(counted === undefined ? {} : { [counted]: 1 }), bytes };
  };
};

type Path = readonly string[];

/** Where its data have a file: beside the name of each blob is the size. */
const filesIn = ({ blobs }: EventDefinition): readonly Path[] =>
  blobs.map((path) => path.split('/').slice(0, -1));

const sizeAt = (data: unknown, [step, ...further]: Path): number => {
  if (typeof data !== 'object' || data === null) return 0;
  if (step === undefined) return 'size' in data && typeof data.size === 'number' ? data.size : 0;
  const parts = step === '*' ? Object.values(data) : [(data as Readonly<Record<string, unknown>>)[step]];
  return parts.reduce<number>((sum, part) => sum + sizeAt(part, further), 0);
};
