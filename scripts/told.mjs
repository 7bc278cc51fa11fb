// Runs what takes a while, and shows that it goes on.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';

const DOT_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program and prints what is done, a dot for each second, and how long it took, all on stderr. What the program
 * prints is shown when it fails; this process ends with 1 then. It is told of a signal that this process gets.
 */
export const runTold = async (what, command, args, cwd) => {
  const began = Date.now();
  process.stderr.write(`${what} `);
  const dots = setInterval(() => process.stderr.write('.'), DOT_MS);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const told = SIGNALS.map((signal) => [signal, () => child.kill(signal)]);
  for (const [signal, tell] of told) process.on(signal, tell);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const [code, signal] = await once(child, 'close').catch((error) => [error.message]);
  clearInterval(dots);
  for (const [name, tell] of told) process.off(name, tell);
  if (code === 0) {
    process.stderr.write(` ${Math.round((Date.now() - began) / 1000)} s\n`);
    return;
  }
  process.stderr.write(
    `\n${Buffer.concat(printed)}\`${[command, ...args].join(' ')}\` ended with ${code ?? signal}.\n`,
  );
  process.exit(1);
};
