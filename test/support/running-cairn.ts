import { join } from 'node:path';
import type { Client } from '@cairn/client';
import type { Inside } from './inside.js';

export const root = join(__dirname, '../..');
export const ADMINISTRATOR = { email: 'admin@cairn.test', password: 'correct horse battery' } as const;

/** A Cairn that runs in processes of its own; only its public interface is used. */
export interface RunningCairn {
  /** Of the first gateway. */
  readonly baseUrl: string;
  /** Of every gateway. */
  readonly gateways: readonly string[];
  readonly metricsUrl: string;
  /** Folder of its data: for tests that look at the files. */
  readonly folder: string;
  /** Of the process that was started; `undefined` while there is none. */
  readonly pid: number | undefined;
  /** What lies behind the public interface, for tests that must look at it or break it. */
  readonly inside: Inside;
  /** What it printed so far, both streams. */
  printed(): string;
  /** A client; those of several gateways are given out in turn. */
  client(token?: string): Client;
  /**
   * Sends a signal to the process and waits until it is gone; answers its exit code. SIGKILL goes to every process of
   * Cairn. Engines that are processes of their own go on.
   */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data and the same port. */
  again(environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** A way of running Cairn. Every story, contract, security and fault test takes one. */
export interface Topology {
  readonly name: string;
  start(environment?: Readonly<Record<string, string>>): Promise<RunningCairn>;
}
