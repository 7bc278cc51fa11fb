import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface LaunchOptions {
  /** Folder of the native parts. */
  readonly native: string;
  /** Bytes that the process may have in its address space, beside what Node itself takes. */
  readonly memoryBytes: number;
  /** Where the shell is: an image may have none. */
  readonly shell?: string;
}

/** Node reserves addresses that it never uses: 0.7 GiB on 20, 1.1 GiB on 24 and 26. */
const NODE_BYTES = 1.5 * 1024 ** 3;
/** Without its trap handler WebAssembly, which Node itself uses, reserves no more addresses than the limit leaves. */
const NODE_OPTIONS = ['--max-old-space-size=1024', '--disable-wasm-trap-handler'];

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
export const launch = ({ native, memoryBytes, shell = SHELL }: LaunchOptions): ChildProcess => {
  const command = [process.execPath, ...NODE_OPTIONS, ...program(), native];
  const isWindows = process.platform === 'win32';
  const before = isWindows ? [] : limiting(memoryBytes + NODE_BYTES, shell);
  const [file = '', ...args] = [...before, ...command];
  return spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'json',
    detached: !isWindows,
    env: environment(native),
  });
};

/**
 * What stands before a command, sets limits that the system keeps, and ends the worker with who asked. Without a shell they
 * are programs that become each other: nobody stays beside the worker, whom the first process of a container would have to
 * bury.
 */
const limiting = (bytes: number, shell: string): readonly string[] =>
  existsSync(shell)
    ? [shell, '-c', SCRIPT, 'cairn-model', String(Math.ceil(bytes / 1024))]
    : [
        ...['choom', '-n', '1000', '--'],
        ...['prlimit', '--core=0', `--as=${bytes}`, '--'],
        ...['setpriv', '--pdeathsig', 'KILL', '--'],
      ];

/** What was compiled, or the source where this is the source. CommonJS alone: Node reads ES modules with WebAssembly. */
const program = (): readonly string[] => {
  const main = join(__dirname, '../worker/main');
  return __filename.endsWith('.ts')
    ? ['--conditions=source', '--require', 'tsx/cjs', `${main}.ts`]
    : [`${main}.js`];
};

/** Of the native parts' folder: where `npm run models:install` makes the locale that the system lacks. */
const LOCALES = 'locale';

/** onnxruntime compares texts by `en_US.UTF-8`; few arenas keep the address space small. */
const environment = (native: string): NodeJS.ProcessEnv => {
  const { PATH, SystemRoot, LOCPATH = '' } = process.env;
  const made = join(native, LOCALES);
  const locales = [existsSync(made) ? made : '', LOCPATH].filter((folder) => folder !== '').join(':');
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
    ...(locales === '' ? {} : { LOCPATH: locales }),
    LC_ALL: 'en_US.UTF-8',
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
  };
};
