import {
  type CommandContext,
  type Executed,
  type Json,
  OutcomeUnknown,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import { versionIdsOf } from '../../read-models/versions/counted.js';
import { datasetVersion } from './state.js';

/** Longer than a command may take: so long others wait when the process ends in between. */
const HELD_MS = 60_000;
const RETRY_SECONDS = 1;

interface Hold {
  readonly version: string;
  /** The id of the command that deletes the version. */
  readonly command: string;
}

const holdOf = (value: Json | undefined): Hold | undefined => {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const { version, command } = value;
  return typeof version === 'string' && typeof command === 'string' ? { version, command } : undefined;
};

/**
 * One command's deletion of a version. Each version has a stream of its own, and of two that are deleted at the same
 * moment each would be the one that the other leaves: so a command has the dataset for itself, by a register. Another
 * command on the same version waits too, and lets nothing go that it did not take.
 */
export class VersionDeletion {
  readonly #key: string;
  /** Of the register, as this command wrote it. */
  #revision: number | undefined;

  constructor(
    private readonly context: CommandContext,
    private readonly datasetId: string,
    private readonly versionId: string,
  ) {
    this.#key = `datasets/version-deletion/${datasetId}`;
  }

  /** Runs the command and lets the dataset go: not while the outcome is unknown, for it may be deleted still. */
  async during(run: () => Promise<Executed>): Promise<Executed> {
    const done = await run().catch(async (error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) await this.#letGo();
      throw error;
    });
    await this.#letGo();
    return done;
  }

  /**
   * How many versions the deletion would leave: one or none, by the log, for the documents may show one that is deleted.
   * From then on no other is deleted until the command ends; refused while another has the dataset.
   */
  async othersLeft(): Promise<number | Refusal> {
    if (!(await this.#isLive(this.versionId))) return 0;
    if (!(await this.#holds())) return beingDeleted();
    for await (const id of versionIdsOf(this.context.tools.documents, this.datasetId))
      if (id !== this.versionId && (await this.#isLive(id))) return 1;
    return 0;
  }

  async #holds(): Promise<boolean> {
    const { registers } = this.context.tools;
    const own = { version: this.versionId, command: this.context.facts.id };
    for (;;) {
      const held = await registers.get(this.#key);
      if (await this.#isAnothers(holdOf(held?.value))) return false;
      const taken = await registers.compareAndSet(this.#key, held?.revision, own, HELD_MS);
      this.#revision = taken?.revision;
      if (taken !== undefined) return true;
    }
  }

  /** What was deleted holds nothing, and the same command that comes again goes on. */
  async #isAnothers(hold: Hold | undefined): Promise<boolean> {
    if (hold === undefined || hold.command === this.context.facts.id) return false;
    return this.#isLive(hold.version);
  }

  async #letGo(): Promise<void> {
    if (this.#revision === undefined) return;
    await this.context.tools.registers.compareAndSet(this.#key, this.#revision, null, 0);
  }

  async #isLive(id: string): Promise<boolean> {
    return (await this.context.load(datasetVersion, id)).status === 'live';
  }
}

const beingDeleted = (): Refusal => ({
  ...refuse('conflict', 'Another version of the dataset is being deleted.'),
  retryAfterSeconds: RETRY_SECONDS,
});
