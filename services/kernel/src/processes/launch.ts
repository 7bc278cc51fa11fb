import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface LaunchOptions {
  /** The path of its program, without the end: what was compiled is started, or the source where this is the source. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Bytes that the process may have in its address space, beside what Node itself takes. */
  readonly memoryBytes: number;
  /** Of what JavaScript may hold, MB; 1024 when absent. */
  readonly heapMegabytes?: number;
  /** The shell by which it gets its limits, `/bin/sh` when absent; where there is none, programs of Linux do it. */
  readonly shell?: string;
  /** What it gets beside `PATH`. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Node reserves addresses that it never uses: 0.7 GiB on 20, 1.1 GiB on 24 and 26. */
const NODE_BYTES = 1.5 * 1024 ** 3;
/** Without its trap handler WebAssembly, which Node itself uses, reserves no more addresses than the limit leaves. */
const WITHOUT_TRAPS = '--disable-wasm-trap-handler';
const HEAP_MEGABYTES = 1_024;

/**
 * Sets the limits that the system keeps, then becomes the worker. The system ends the worker first when memory runs out. A
 * shell beside it waits at a pipe: when that closes without a word, the one who asked is gone, and the worker is killed, even
 * one that hears nothing within a run.
 */
const SCRIPT = `
ulimit -c 0 2>/dev/null
ulimit -v "$1" 2>/dev/null
shift
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
( exec 1>/dev/null 2>&1 3<&-; read -r word <&4 || kill -KILL $$ ) &
exec 4<&-
exec "$@"
`;

/** The place of the pipe among the worker's files; 3 is the channel of messages. */
export const WATCH = 4;

const SHELL = '/bin/sh';

/** Starts a worker: it has none of this process's environment, and so none of its secrets. */
export const launch = ({
  program,
  args = [],
  memoryBytes,
  heapMegabytes = HEAP_MEGABYTES,
  shell = SHELL,
  environment = {},
}: LaunchOptions): ChildProcess => {
  const options = [`--max-old-space-size=${heapMegabytes}`, WITHOUT_TRAPS];
  const command = [process.execPath, ...options, ...started(program), ...args];
  const isWindows = process.platform === 'win32';
  const before = isWindows ? [] : limiting(memoryBytes + NODE_BYTES, shell);
  const [file = '', ...rest] = [...before, ...command];
  return spawn(file, rest, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'json',
    detached: !isWindows,
    env: { ...whereProgramsAre(), ...SMALL, ...environment },
  });
};

/**
 * What stands before a command, sets limits that the system keeps, and ends the worker with who asked. Without a shell they
 * are programs that become each other: nobody stays beside the worker, whom the first process of a container would have to
 * bury.
 */
const limiting = (bytes: number, shell: string): readonly string[] =>
  existsSync(shell)
    ? [shell, '-c', SCRIPT, 'cairn-worker', String(Math.ceil(bytes / 1024))]
    : [
        ...['choom', '-n', '1000', '--'],
        ...['prlimit', '--core=0', `--as=${bytes}`, '--'],
        ...['setpriv', '--pdeathsig', 'KILL', '--'],
      ];

/** CommonJS alone: Node reads ES modules with WebAssembly. */
const started = (program: string): readonly string[] =>
  __filename.endsWith('.ts')
    ? ['--conditions=source', '--require', 'tsx/cjs', `${program}.ts`]
    : [`${program}.js`];

/** Few arenas and threads keep the address space small. */
const SMALL = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };

const whereProgramsAre = (): NodeJS.ProcessEnv => {
  const { PATH, SystemRoot } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
};
