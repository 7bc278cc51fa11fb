import type { DoubleOptions } from './double.js';
import { faultsFrom } from './fault-request.js';
import { RELEASES, type Release } from './release.js';

/** What the environment of the process asks for. */
export interface ProcessSettings {
  readonly options: DoubleOptions;
  /** 0 takes a free one; no control port when absent. */
  readonly controlPort: number | undefined;
  /** How long it serves on after SIGTERM; as long as the server does when absent. */
  readonly stopMs: number;
  /** Ends when its standard input closes, as it does when its parent dies. */
  readonly endsWithParent: boolean;
}

/** What the server takes to stop. */
const STOP_MS = 5_000;

/** Options that are numbers, and the variables that name them. */
const NUMBERS = [
  ['liveBufferEvents', 'CAIRN_DOUBLE_LIVE_BUFFER'],
  ['chunkBytes', 'CAIRN_DOUBLE_CHUNK_BYTES'],
  ['commitTimeoutMs', 'CAIRN_DOUBLE_COMMIT_TIMEOUT_MS'],
] as const;
type NumberOptions = { [K in (typeof NUMBERS)[number][0]]?: number };

/** Throws with a sentence for the reader when a variable is not what it should be. */
export const settingsFrom = (environment: NodeJS.ProcessEnv): ProcessSettings => {
  const file = environment['CAIRN_DOUBLE_FILE'];
  const credentials = credentialsIn(environment);
  const faults = environment['CAIRN_DOUBLE_FAULTS'];
  return {
    options: {
      port: natural(environment, 'CAIRN_DOUBLE_PORT') ?? 0,
      ...numbersIn(environment),
      ...releaseIn(environment),
      ...(file === undefined || file === '' ? {} : { file }),
      ...(credentials === undefined ? {} : { credentials }),
      ...(faults === undefined || faults === '' ? {} : { faults: faultsFrom(JSON.parse(faults)) }),
    },
    controlPort: natural(environment, 'CAIRN_DOUBLE_CONTROL_PORT'),
    stopMs: natural(environment, 'CAIRN_DOUBLE_STOP_MS') ?? STOP_MS,
    endsWithParent: environment['CAIRN_DOUBLE_STDIN'] === 'hold',
  };
};

const releaseIn = (environment: NodeJS.ProcessEnv): { release?: Release } => {
  const text = environment['CAIRN_DOUBLE_RELEASE'];
  if (text === undefined || text === '') return {};
  const release = RELEASES.find((each) => each === text);
  if (release === undefined)
    throw new Error(`CAIRN_DOUBLE_RELEASE must be one of ${RELEASES.join(', ')}, not "${text}"`);
  return { release };
};

const numbersIn = (environment: NodeJS.ProcessEnv): NumberOptions => {
  const numbers: NumberOptions = {};
  for (const [option, variable] of NUMBERS) {
    const value = natural(environment, variable);
    if (value !== undefined) numbers[option] = value;
  }
  return numbers;
};

const natural = (environment: NodeJS.ProcessEnv, name: string): number | undefined => {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a number, not "${text}"`);
  return Number(text);
};

const credentialsIn = (environment: NodeJS.ProcessEnv): { user: string; password: string } | undefined => {
  const text = environment['CAIRN_DOUBLE_CREDENTIALS'];
  if (text === undefined || text === '') return undefined;
  const [user = '', ...rest] = text.split(':');
  return { user, password: rest.join(':') };
};
