/** Something a service does by itself until it is stopped: an import under a lease, a sweep. */
export interface Work {
  readonly name: string;
  /**
   * Only one replica of the service runs it at a time; work under leases of its own runs on each. `beside projections`:
   * the one that projects, of each release that has other versions of them, so that it may remove their documents.
   */
  readonly alone?: true | 'beside projections';
  /** Runs until the signal aborts. A throw is logged and it is run again. */
  run(signal: AbortSignal): Promise<void>;
}
