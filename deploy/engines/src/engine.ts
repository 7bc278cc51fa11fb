/** The engines that have an adapter. */
export type EngineName = 'eventstoredb' | 'mongodb' | 'kafka' | 's3' | 'smtp';

/** An engine that runs for a person or a test, in a process (or container) of its own, on 127.0.0.1. */
export interface RunningEngine {
  readonly name: EngineName;
  /** What really answers, by its own name: `Apache Kafka 3.9.1`, `EventStoreDB protocol double`. */
  readonly product: string;
  /**
   * Where it is, as its users write it: `esdb://…?tls=false`, `mongodb://…`, `host:port` of the Kafka brokers, `http://…`
   * of the S3 endpoint, `smtp://…`. The same after a restart.
   */
  readonly url: string;
  /** For engines that ask for them: the S3 keys. */
  readonly user?: string;
  readonly password?: string;
  /** Folder of its data: the folder of `.eml` for `smtp`. `undefined` when the data lies in a container. */
  readonly folder: string | undefined;
  /** Of its process, while there is one here: not in a container, and not when somebody else runs it. */
  readonly pid?: number | undefined;
  /** Sends a signal to the process: `SIGSTOP` freezes it, `SIGCONT` lets it go on. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /**
   * Answers when what runs now has ended, whoever ended it: with its exit code or the name of the signal. Never for an
   * engine that somebody else runs.
   */
  ended(): Promise<number | string>;
  /** SIGKILL; answers when it is gone. The data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port; answers when it is ready. */
  again(): Promise<void>;
  /** Ends it in an orderly way and removes the data that it made itself. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Its data; a temporary folder when absent, which `stop` removes. */
  readonly folder?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** More environment for the process: the knobs of the doubles. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An engine, or a tool, that is asked for is not there: says which, and what to do. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
}
