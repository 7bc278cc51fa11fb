import type { ServedCairn } from './topology.js';

/**
 * A number that a process tells at `/metrics`; of several gateways the first's. `name` is a pattern, so that it may have
 * labels. Throws where it is not told, and nothing stands for it: a counter with labels is told once it has counted.
 */
export const metricOf = async (
  { metricsUrl }: Pick<ServedCairn, 'metricsUrl'>,
  name: string,
  absent?: number,
): Promise<number> => {
  const text = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? absent;
  if (value === undefined) throw new Error(`${metricsUrl} does not tell ${name}`);
  return Number(value);
};

/** Memory of the process, bytes. */
export const residentBytes = (cairn: Pick<ServedCairn, 'metricsUrl'>): Promise<number> =>
  metricOf(cairn, 'process_resident_memory_bytes');
