import { nextTurn } from '../../clock/pause.js';
import type { Database } from '../../sqlite/index.js';
import type { PersonKeys } from './person-keys.js';

/** Makes the keys that are asked for in a turn of the event loop in one transaction: what each costs is a sync of the disk. */
export class FreshKeys {
  readonly #subjects = new Set<string>();
  #round: Promise<void> | undefined;

  constructor(
    private readonly database: Pick<Database, 'transaction'>,
    private readonly persons: PersonKeys,
  ) {}

  /** On disk when this answers. Throws `PersonErased`. */
  async of(subject: string): Promise<Buffer> {
    this.#subjects.add(subject);
    this.#round ??= nextTurn().then(() => this.#make());
    await this.#round;
    return this.persons.getOrMake(subject);
  }

  #make(): void {
    const subjects = [...this.#subjects];
    this.#subjects.clear();
    this.#round = undefined;
    this.database.transaction(() => {
      for (const subject of subjects) this.persons.make(subject);
    });
  }
}
