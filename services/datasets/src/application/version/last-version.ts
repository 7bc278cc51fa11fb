import { type CommandContext, type Executed, type Json, Mutex, type Refusal, refuse } from '@cairn/kernel';
import { versionIdsOf } from '../../read-models/versions/counted.js';
import { datasetVersion } from '../../domain/version/state.js';

const RETRY_SECONDS = 1;

interface Deleting {
  readonly version: string;
  /** The id of the command that deletes the version. */
  readonly command: string;
}

const deletingOf = (value: Json | undefined): Deleting | undefined => {
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
  readonly #hold: Mutex;

  constructor(
    private readonly context: CommandContext,
    private readonly datasetId: string,
    private readonly versionId: string,
  ) {
    this.#hold = new Mutex(context.tools.registers, `datasets/version-deletion/${datasetId}`);
  }

  /** Runs the command and lets the dataset go: not while the outcome is unknown, for it may be deleted still. */
  async during(run: () => Promise<Executed>): Promise<Executed> {
    const done = await this.#hold.during(run);
    await this.#hold.letGo();
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

  #holds(): Promise<boolean> {
    const own = { version: this.versionId, command: this.context.facts.id };
    return this.#hold.take(own, (held) => this.#isAnothers(deletingOf(held)));
  }

  /** What was deleted holds nothing, and the same command that comes again goes on. */
  async #isAnothers(deleting: Deleting | undefined): Promise<boolean> {
    if (deleting === undefined || deleting.command === this.context.facts.id) return false;
    return this.#isLive(deleting.version);
  }

  async #isLive(id: string): Promise<boolean> {
    return (await this.context.load(datasetVersion, id)).status === 'live';
  }
}

const beingDeleted = (): Refusal => ({
  ...refuse('conflict', 'Another version of the dataset is being deleted.'),
  retryAfterSeconds: RETRY_SECONDS,
});
