import { isDeepStrictEqual } from 'node:util';
import { unlessDuplicate } from '../../mongodb/index.js';
import type { Json } from '../../base/json-value.js';
import type { Wrapping } from '../wrapping.js';
import { type CredentialRow, type VaultStore } from './store.js';

type Credential = { readonly [key: string]: Json };
/** How many are looked at in one step when they are collected. */
const PAGE = 200;

/** Immutable rows: password hashes, key hashes, one-time-password secrets. */
export class Credentials {
  constructor(
    private readonly store: VaultStore,
    private readonly wrapping: Wrapping,
  ) {}

  async find(id: string): Promise<Credential | undefined> {
    const row = await this.store.credentials.findOne({ _id: id });
    if (row === null) return undefined;
    return JSON.parse(this.wrapping.unwrap('credentials', id, row.sealed).toString()) as Credential;
  }

  async put(id: string, credential: Credential, writtenAt: number): Promise<void> {
    const text = JSON.stringify(credential);
    const sealed = this.wrapping.wrap('credentials', id, Buffer.from(text));
    for (;;) {
      if (await unlessDuplicate(this.store.credentials.insertOne({ _id: id, sealed, writtenAt }))) return;
      const known = await this.find(id);
      if (isDeepStrictEqual(known, JSON.parse(text))) return;
      if (known !== undefined) throw new Error(`credential ${id} stands and is not what was put`);
    }
  }

  async remove(id: string): Promise<boolean> {
    return (await this.store.credentials.deleteOne({ _id: id })).deletedCount > 0;
  }

  /** Answers how many were removed. Each step has the deadline, the whole has none. */
  async collect(isNamed: (id: string) => Promise<boolean>, writtenBefore: number): Promise<number> {
    let removed = 0;
    let after: Place = { _id: '', writtenAt: -1 };
    for (;;) {
      const rows = await this.store.ask(() => this.#page(after, writtenBefore));
      for (const { _id: id } of rows) {
        if (!(await isNamed(id)) && (await this.store.ask(() => this.remove(id)))) removed += 1;
      }
      const last = rows.at(-1);
      if (last === undefined) return removed;
      after = last;
    }
  }

  #page({ _id, writtenAt }: Place, writtenBefore: number): Promise<Place[]> {
    const behind = [{ writtenAt: { $gt: writtenAt } }, { writtenAt, _id: { $gt: _id } }];
    return this.store.credentials
      .find({ writtenAt: { $lt: writtenBefore }, $or: behind })
      .sort({ writtenAt: 1, _id: 1 })
      .project<Place>({ writtenAt: 1 })
      .limit(PAGE)
      .toArray();
  }
}

/** Where a page ends, in the order of age. */
type Place = Pick<CredentialRow, '_id' | 'writtenAt'>;
