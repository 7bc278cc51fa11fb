import { unlessDuplicate } from '../../mongodb/index.js';
import { asKey, freshKey } from '../keys.js';
import { PersonErased } from '../port.js';
import type { Wrapping } from '../wrapping.js';
import { type VaultStore } from './store.js';

/**
 * A key for each person, made when first asked for; an erased person never has one again. No process keeps a copy: what
 * was erased by one is gone for all at once.
 */
export class PersonKeys {
  constructor(
    private readonly store: VaultStore,
    private readonly wrapping: Wrapping,
  ) {}

  /** `undefined`: never made. Throws `PersonErased`. */
  async get(subject: string): Promise<Buffer | undefined> {
    const row = await this.store.persons.findOne({ _id: subject });
    if (row === null) return undefined;
    if (row.sealed === null) throw new PersonErased(`the key of ${subject} was erased`);
    return asKey(this.wrapping.unwrap('persons', subject, row.sealed));
  }

  async getOrMake(subject: string): Promise<Buffer> {
    for (;;) {
      const known = await this.get(subject);
      if (known !== undefined) return known;
      const key = freshKey();
      const sealed = this.wrapping.wrap('persons', subject, key);
      if (await unlessDuplicate(this.store.persons.insertOne({ _id: subject, sealed }))) return key;
    }
  }

  async erase(subject: string): Promise<void> {
    for (;;) {
      const erased = await this.store.persons.updateOne({ _id: subject }, { $set: { sealed: null } });
      if (erased.matchedCount > 0) return;
      if (await unlessDuplicate(this.store.persons.insertOne({ _id: subject, sealed: null }))) return;
    }
  }
}
