/**
 * `main.ts [minutes]`: how much Cairn can do, whether it stays flat while it does half of that for ten minutes, and what
 * becomes of five times as much (R13). Ends with 1 when a promise does not hold. See docs/testing.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, topologies } from '../../support/topology.js';
import { flatnessOf } from './flatness.js';
import { type Loads, loadsOn } from './loads.js';
import { type Overload, overloaded, peakOf } from './overload.js';
import { JUDGED, type Sample, Sampling } from './sampling.js';
import type { StageResult } from './stages.js';

const [topology] = topologies;
const minutes = Number(process.argv[2] ?? 10);
const PEAK_SECONDS = 10;
const EVERY_MS = 1_000;
/** Of what it can do at most. */
const STEADY = 0.5;
const STEADY_CONNECTIONS = 64;
/** More than are kept folded, so that none of them is changed so often that what it remembers of commands tells. */
const DATASETS = 3_000;
/** Caches fill, code is compiled. */
const WARM_UP = 0.2;
const OVERLOAD_SECONDS = { during: 30, after: 10 };

interface Verdict {
  readonly what: string;
  readonly found: string;
  readonly promised: string;
  readonly holds: boolean;
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const steadyVerdicts = (steady: StageResult, samples: Sampling['samples']): readonly Verdict[] => [
  {
    what: 'answered well in the steady phase',
    found: `${steady.good} of ${steady.sent}, p99 ${steady.goodP99} ms`,
    promised: 'all',
    holds: steady.good === steady.sent,
  },
  ...[...samples].flatMap(([name, all]) =>
    (Object.keys(JUDGED) as (keyof Sample)[]).map((kind) => flatVerdict(name, kind, all)),
  ),
];

const flatVerdict = (name: string, kind: keyof Sample, all: readonly Sample[]): Verdict => {
  const values = all.slice(all.length * WARM_UP).map((sample) => sample[kind]);
  const { typical, growth, isFlat } = flatnessOf({ values, ...JUDGED[kind] });
  const isBytes = kind === 'rss' || kind === 'heap';
  const told = (value: number): string =>
    isBytes ? `${(value / 1024 ** 2).toFixed(1)} MB` : value.toFixed(1);
  const { share, by } = JUDGED[kind].mayGrow;
  return {
    what: `${name}: ${kind}`,
    found: `${told(typical)}, grows by ${told(growth)}`,
    promised: `≤ ${share * 100} % or ${told(by)}`,
    holds: isFlat,
  };
};

const AT_ONCE_MS = 1_000;
const overloadVerdicts = ({ peak, during, share, recoveredAfterSeconds }: Overload): readonly Verdict[] => [
  {
    what: `good answers a second at 5 × ${peak.toFixed(0)}`,
    found: `${(share * 100).toFixed(0)} % of the peak, p50 ${during.goodP50} ms, p99 ${during.goodP99} ms`,
    promised: '≥ 80 %',
    holds: share >= 0.8,
  },
  {
    what: 'the rest is refused at once',
    found: `${during.refused} of ${during.sent}, p50 ${during.refusedP50} ms, p99 ${during.refusedP99} ms; ${during.late} late, ${during.failed} failed ${JSON.stringify(during.others)}`,
    promised: `p99 ≤ ${AT_ONCE_MS} ms, none fails`,
    holds: during.refusedP99 <= AT_ONCE_MS && during.failed === 0,
  },
  {
    what: 'normal requests are answered well again',
    found: `after ${recoveredAfterSeconds} s`,
    promised: 'within 5 s',
    holds: recoveredAfterSeconds <= 5,
  },
];

const steadyOf = async (load: Loads, perSecond: number, sampling: Sampling): Promise<StageResult> => {
  const [steady] = await load(STEADY_CONNECTIONS, {
    kind: 'open',
    perSecond,
    seconds: Math.ceil(minutes * 60),
  });
  await sampling.stop();
  if (steady === undefined) throw new Error('the generator told nothing');
  return steady;
};

const main = async (): Promise<void> => {
  if (topology === undefined) throw new Error('CAIRN_TEST_TOPOLOGY names no topology');
  say(`soak on ${topology.name}, ${minutes} minutes`);
  const cairn = await topology.start();
  try {
    const load = await loadsOn(cairn, DATASETS);
    const peak = await peakOf(load, PEAK_SECONDS);
    say(`peak: ${peak.toFixed(0)} good answers a second; half of it now`);
    const sampling = new Sampling(cairn, EVERY_MS);
    const steady = await steadyOf(load, peak * STEADY, sampling);
    say('five times the peak now');
    const overload = await overloaded(load, await peakOf(load, PEAK_SECONDS), OVERLOAD_SECONDS);
    const verdicts = [...steadyVerdicts(steady, sampling.samples), ...overloadVerdicts(overload)];
    tell(verdicts, { peak, steady, overload, samples: Object.fromEntries(sampling.samples) });
  } finally {
    await cairn.remove();
  }
};

const tell = (verdicts: readonly Verdict[], measured: object): void => {
  const lines = verdicts.map(
    ({ what, found, promised, holds }) =>
      `| ${what} | ${found} | ${promised} | ${holds ? 'holds' : 'does not hold'} |`,
  );
  process.stdout.write(`${['| | found | promised | |', '|---|---|---|---|', ...lines].join('\n')}\n`);
  const out = join(root, '.bench/soak-results.json');
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify({ topology: topology?.name, minutes, verdicts, ...measured })}\n`);
  if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1;
};

void main();
