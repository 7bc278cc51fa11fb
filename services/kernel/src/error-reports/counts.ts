import { registerPages } from '../registers/pages.js';
import type { Registers } from '../registers/port.js';
import type { ErrorCount } from './port.js';

const PREFIX = 'error:';

const keyOf = (id: string): string => `${PREFIX}${id}`;

/** The kinds of errors that were reported, as far as the registers were not lost. */
export const errorCounts = async (registers: Pick<Registers, 'list'>): Promise<readonly ErrorCount[]> => {
  const counts: ErrorCount[] = [];
  for await (const page of registerPages(registers, PREFIX))
    counts.push(...page.map(({ value }) => value as ErrorCount));
  return counts;
};

/** How often errors of a kind came; `undefined` when the registers do not know it. */
export const errorCount = async (
  registers: Pick<Registers, 'get'>,
  id: string,
): Promise<ErrorCount | undefined> => (await registers.get(keyOf(id)))?.value as ErrorCount | undefined;

/** Adds what came since to what stands there. Whoever else writes at the same time: nothing is counted twice or lost. */
export const addErrors = async (
  registers: Pick<Registers, 'get' | 'compareAndSet'>,
  more: ErrorCount,
): Promise<void> => {
  const key = keyOf(more.id);
  for (;;) {
    const before = await registers.get(key);
    const known = before?.value as ErrorCount | undefined;
    const written = await registers.compareAndSet(key, before?.revision, added(known, more), undefined);
    if (written !== undefined) return;
  }
};

/** Both together. What came last tells whom it met; the request is the last that is known. */
export const added = (before: ErrorCount | undefined, more: ErrorCount): ErrorCount =>
  before === undefined
    ? more
    : { ...before, ...more, firstAt: before.firstAt, count: before.count + more.count };
