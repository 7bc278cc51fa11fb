import type { Spread } from './measuring.js';

/** What a row is measured with. */
export interface Settings {
  /** Fewer rounds, shorter runs, no largest size. */
  readonly quick: boolean;
  /** Rounds of A B B A. */
  readonly rounds: number;
  /** Of one run. */
  readonly seconds: number;
}

export interface Bound {
  readonly floor: number;
  readonly goal?: number;
  /** True when the ratio is to stay under the bound. */
  readonly atMost?: boolean;
}

/** One line of the table. */
export interface Line {
  readonly row: string;
  /** What is divided by what. */
  readonly measured: string;
  /** Absent: it could not be measured, `note` says why. */
  readonly ratio?: Spread;
  readonly bound?: Bound;
  /** Numbers of this machine, for whoever looks closer; nothing is asserted of them. */
  readonly details?: Readonly<Record<string, number>>;
  readonly note?: string;
}

export interface Row {
  readonly name: string;
  readonly about: string;
  measure(settings: Settings): Promise<readonly Line[]>;
}

/** Whether the floor holds; `undefined` when there is none or nothing was measured. */
export const holds = ({ ratio, bound }: Line): boolean | undefined => {
  if (ratio === undefined || bound === undefined) return undefined;
  return bound.atMost === true ? ratio.median <= bound.floor : ratio.median >= bound.floor;
};
