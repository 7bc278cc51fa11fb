import type { EventLog } from '../port.js';

export interface EventStoreDbOptions {
  /** As its users write it: `esdb://user:password@host:2113`, `esdb+discover://…`, `…?tlsCAFile=…`, `…?tls=false`. */
  readonly url: string;
  /** After so long without an answer a call fails, milliseconds; `defaultDeadline` of the address when absent, else 2,000. */
  readonly deadlineMs?: number;
}

export interface EventStoreDbEventLog extends EventLog {
  /** Why nothing can be appended; `undefined` while it can. For readiness. */
  refusal(): string | undefined;
}
