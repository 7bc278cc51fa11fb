import { appendFileSync } from 'node:fs';

const LINE = /^cairn_(waits_over_total|wait_worst_seconds)\{wait="(\w+)"\} (\S+)$/gm;
/** A process that does not tell its metrics in this time, milliseconds, is ended without. */
const TOLD_WITHIN_MS = 2_000;

/**
 * Before processes are ended: which of their waits took longer than without patience they may (`CAIRN_PATIENCE`), appended
 * to the file that `CAIRN_TEST_WAITS` names as lines `{wait, count, worst}`, `worst` in seconds. Nothing when it names none.
 */
export const noteWaits = async (metricsUrls: readonly string[]): Promise<void> => {
  const { CAIRN_TEST_WAITS: file = '' } = process.env;
  if (file === '') return;
  const told = await Promise.all(metricsUrls.filter((url) => url !== '').map(metricsAt));
  const lines = told.flatMap(waitsIn).map((wait) => `${JSON.stringify(wait)}\n`);
  if (lines.length > 0) appendFileSync(file, lines.join(''));
};

const metricsAt = async (url: string): Promise<string> => {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(TOLD_WITHIN_MS) })).text();
  } catch {
    return '';
  }
};

interface Waited {
  readonly wait: string;
  readonly count: number;
  readonly worst: number;
}

/** Of each kind of which one was over. */
const waitsIn = (metrics: string): readonly Waited[] => {
  const counts = new Map<string, number>();
  const worst = new Map<string, number>();
  for (const [, name, wait = '', value] of metrics.matchAll(LINE))
    (name === 'waits_over_total' ? counts : worst).set(wait, Number(value));
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([wait, count]) => ({ wait, count, worst: worst.get(wait) ?? 0 }));
};
