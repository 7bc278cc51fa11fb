import type { EngineName, RunningEngine } from '@cairn/engines';
import type { RunningCairn, Topology, Variables } from '../running-cairn.js';

/** A process of the cluster as it is now. */
export interface ClusterProcess {
  /** `gateway-1`, `datasets-2`, `relay-1`. */
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly metricsUrl?: string;
  /** It has said that it is ready. */
  readonly ready: boolean;
  /** How the process before it ended: its exit code, or the signal that ended it. */
  readonly endedWith?: number | string;
}

/** How a process ended that was asked to. */
export interface Ended {
  readonly code: ClusterProcess['endedWith'];
  /** From the signal to its end. */
  readonly ms: number;
}

export type Engines = Readonly<Record<EngineName, RunningEngine>>;
/** Where the engines of a cluster are. */
export type EnginesOfCluster = Readonly<
  Record<EngineName, Pick<RunningEngine, 'url' | 'user' | 'password' | 'folder'>>
>;

/** A cluster, with what only its own tests need: single processes and engines. */
export interface RunningCluster extends RunningCairn {
  readonly engines: Engines;
  /** The processes that run now; one that ended is started again by itself, under another pid. */
  processes(): readonly ClusterProcess[];
  /** Kills one process and answers when another is ready in its place. */
  kill(name: string): Promise<void>;
  /** Another application's records on the event log's server are superseded and scavenged. */
  scavenge(): Promise<void>;
  /** Asks one process to end in an orderly way. Answers how it ended, when another is ready in its place. */
  restart(name: string): Promise<Ended>;
}

export interface ClusterTopology extends Topology {
  start(
    environment?: Variables,
    /** Where Cairn finds an engine, when not at the engine itself: a proxy in front of it. */
    through?: (engines: Engines) => Promise<Variables>,
  ): Promise<RunningCluster>;
}
