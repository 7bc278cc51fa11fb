import type { Principal } from '../access/principal.js';
import type { CommandContext } from './command.js';

/** Who asks, and when: what every decision needs beside the state. */
export interface Caller {
  readonly principal: Principal;
  /** RFC 3339. */
  readonly at: string;
}

export const callerOf = ({ principal, at }: CommandContext): Caller => ({ principal, at });
