import { join } from 'node:path';
import type { Client } from '@cairn/client';
import type { Inside } from './inside.js';

export const root = join(__dirname, '../..');
export const ADMINISTRATOR = { email: 'admin@cairn.test', password: 'correct horse battery' } as const;

export type Variables = Readonly<Record<string, string>>;

/** A Cairn that runs in processes of its own; only its public interface is used. */
export interface ServedCairn {
  /** Of the first gateway. */
  readonly baseUrl: string;
  /** Of every gateway. */
  readonly gateways: readonly string[];
  readonly metricsUrl: string;
  /** Folder of its data: for tests that look at the files. */
  readonly folder: string;
  /** What lies behind the public interface, for tests that must look at it or break it. */
  readonly inside: Inside;
  /** A client; those of several gateways are given out in turn. */
  client(token?: string): Client;
}

/** One that other spec files use too, before and after: whoever has it ends nothing of it and leaves its data as they are. */
export interface SharedCairn extends ServedCairn {
  /** It is not needed any more. */
  leave(): Promise<void>;
}

/** One that a spec file has for itself. */
export interface RunningCairn extends ServedCairn {
  /** Of the process that was started; `undefined` while there is none. */
  readonly pid: number | undefined;
  /** What it printed so far, both streams. */
  printed(): string;
  /**
   * Sends a signal to the process and waits until it is gone; answers its exit code. SIGKILL goes to every process of
   * Cairn. Engines that are processes of their own go on.
   */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data and the same port. */
  again(environment?: Variables): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** One that nobody else uses, for who would share it. */
export const alone = (cairn: RunningCairn): SharedCairn =>
  Object.assign(cairn, { leave: () => cairn.remove() });

/** A way of running Cairn. Every story, contract, security and fault test takes one. */
export interface Topology {
  readonly name: string;
  start(environment?: Variables): Promise<RunningCairn>;
  /**
   * One with the settings of every test, started when there is none that can be shared. With settings of gateways it has
   * gateways of its own, and shares what is behind them.
   */
  shared(settings?: Variables): Promise<SharedCairn>;
}
