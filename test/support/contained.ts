import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Variables } from './running-cairn.js';

/** What is read of `image.json`. */
interface Image {
  readonly user: string;
  readonly env: Variables;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/**
 * As a container runtime does: the root is read-only, `/tmp` is in memory, `/data` a volume; nothing is seen of other
 * processes, and whoever runs there has no right beyond its files.
 */
const SCRIPT = `set -e
root=$1 data=$2 etc=$3 user=$4
shift 4
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount --bind "$data" "$root/data"
for file in hosts resolv.conf; do mount --bind "$etc/$file" "$root/etc/$file"; done
mount -t proc proc "$root/proc"
exec /usr/sbin/chroot "$root" /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \
  --bounding-set -all -- "$@"
`;
const READY = /^Cairn(?:'s \w+)? is ready at (\S+)/m;

/** The assembled image, in a folder, and what a container of it is given. */
export class AssembledImage {
  readonly image: Image;
  /** The user that runs in it. */
  readonly user: number;
  readonly rootfs: string;
  readonly #given = mkdtempSync(join(tmpdir(), 'cairn-contained-'));
  readonly #running: Contained[] = [];

  constructor(folder: string) {
    this.image = JSON.parse(readFileSync(join(folder, 'image.json'), 'utf8')) as Image;
    this.user = Number(this.image.user.split(':')[0]);
    this.rootfs = join(folder, 'rootfs');
    writeFileSync(join(this.#given, 'hosts'), '127.0.0.1 localhost\n');
    writeFileSync(join(this.#given, 'resolv.conf'), '');
  }

  /** Of programs that are started from now on. */
  set nameserver(address: string) {
    writeFileSync(join(this.#given, 'resolv.conf'), `nameserver ${address}\n`);
  }

  /** Runs a program of it, as `docker run --read-only` would. The volume has a name, and keeps what is written to it. */
  run(args: readonly string[] = this.image.cmd, environment: Variables = {}, volume = 'data'): Contained {
    if (process.getuid?.() !== 0)
      throw new Error('To run the image its root is mounted read-only: run this as root.');
    const data = join(this.#given, volume);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    chownSync(data, this.user, this.user);
    const inside = [...this.image.entrypoint, ...args];
    const given = [this.rootfs, data, this.#given, String(this.user)];
    const apart = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
    const ending = ['--pdeathsig', 'KILL', '--', 'unshare', ...apart];
    const child = spawn('setpriv', [...ending, '/bin/sh', '-c', SCRIPT, 'contained', ...given, ...inside], {
      env: { ...this.image.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running = new Contained(child);
    this.#running.push(running);
    return running;
  }

  /** Ends what runs yet, and removes the volumes. */
  async remove(): Promise<void> {
    await Promise.all(this.#running.map((one) => one.end('SIGKILL')));
    rmSync(this.#given, { recursive: true, force: true });
  }
}

/** A program that runs in the image, as the first process there. */
export class Contained {
  readonly #ended: Promise<unknown>;
  readonly #said: Promise<string>;
  #printed = '';

  constructor(private readonly child: ChildProcess) {
    this.#ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()));
    this.#said = text(child.stdout!);
  }

  /** What it printed so far, both streams. */
  get printed(): string {
    return this.#printed;
  }

  /** Answers its address. Throws what it said when it ends before it is ready. */
  async ready(): Promise<string> {
    for (;;) {
      const url = READY.exec(this.#printed)?.[1];
      if (url !== undefined) return url;
      await Promise.race([this.#ended, once(this.child.stdout!, 'data')]);
      if (this.child.exitCode !== null && !READY.test(this.#printed))
        throw new Error(`it ended with ${this.child.exitCode} before it was ready:\n${this.#printed}`);
    }
  }

  /** Answers how it ended and what it said. */
  async over(): Promise<{ readonly code: number | null; readonly said: string; readonly printed: string }> {
    const said = await this.#said;
    await this.#ended;
    return { code: this.child.exitCode, said, printed: this.#printed };
  }

  /** Tells it again and again, for nobody hears before there is a handler. Answers its exit code. */
  async endedByEvery(signal: NodeJS.Signals): Promise<number | null> {
    const telling = setInterval(() => this.#tell(signal), 20);
    await this.#ended;
    clearInterval(telling);
    return this.child.exitCode;
  }

  /** Answers its exit code; by a signal that it cannot hear, none. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#tell(signal);
    await this.#ended;
    return this.child.exitCode;
  }

  /** The processes that the first one there has started, as the system outside knows them. */
  children(): readonly number[] {
    const first = this.#first();
    return first === undefined ? [] : childrenOf(first);
  }

  #tell(signal: NodeJS.Signals): void {
    const pid = this.#first();
    if (pid !== undefined) process.kill(pid, signal);
  }

  /** As the system outside knows the first process inside. */
  #first(): number | undefined {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return undefined;
    return childrenOf(pid)[0];
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
