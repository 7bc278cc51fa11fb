import { type Paired, paired } from '../measuring.js';
import { builtResultOf } from '../processes.js';
import type { Bound, Line, Row, Settings } from '../row.js';
import { manyProjects } from './many-projects.js';

const SCRIPT = 'services/identity/bench/access.ts';

interface Decided {
  readonly rate: number;
  readonly allowed: number;
}

/** A side that decides for some seconds. Throws when the sides do not allow the same. */
const sides = (seconds: number) => {
  const allowed = new Map<number, number>();
  return (name: 'ours' | 'casbin', scale: number) => ({
    name: `${name} ${scale}`,
    rate: async (): Promise<number> => {
      const found = await builtResultOf<Decided>(SCRIPT, name, String(scale), String(seconds));
      if ((allowed.get(scale) ?? found.allowed) !== found.allowed)
        throw new Error(`${name} allows ${found.allowed} and the other ${allowed.get(scale)}`);
      allowed.set(scale, found.allowed);
      return found.rate;
    },
  });
};

const line = (measured: string, { ratio, ours, peer }: Paired, bound: Bound): Line => ({
  row: 'B10',
  measured,
  ratio,
  bound,
  details: { ours_per_second: ours, peer_per_second: peer },
});

const decisions = async ({ rounds, seconds }: Settings): Promise<readonly Line[]> => {
  const side = sides(seconds);
  const besideCasbin = await paired(side('ours', 1), side('casbin', 1), rounds);
  const growth = await paired(side('ours', 1), side('ours', 100), rounds);
  return [
    line('decisions: Cairn ÷ casbin, everything in memory', besideCasbin, { floor: 20, goal: 200 }),
    line('time of a decision at 100 times the users, assets and grants ÷ at one', growth, {
      floor: 1.5,
      goal: 1.1,
      atMost: true,
    }),
  ];
};

/** B10: what a decision costs, and what it costs somebody to be in many projects. */
export const access: Row = {
  name: 'B10',
  about: 'who may do what: decisions, and somebody with 10,000 projects',
  measure: async (settings) => [...(await decisions(settings)), ...(await manyProjects(settings))],
};
