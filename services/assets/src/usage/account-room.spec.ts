import { type Document, type Documents, type FindOptions, type Quotas, sameForAll } from '@cairn/kernel';
import { pagesBy } from '@cairn/kernel/testkit';
import { AccountRoom } from './account-room.js';

const ADA = 'ada';
const DATASETS = { called: 'dataset', countedAs: 'datasets' } as const;
const HERS = 'dataset-of-ada';

/** Documents of one dataset with one version; they count how often they are added up. */
class Counted implements Pick<Documents, 'findPage' | 'get'> {
  reads = 0;
  owner: string | undefined = ADA;
  items = 0;
  organization: string | null = null;

  async get(collection: string, id: string): Promise<Document | undefined> {
    expect([collection, id]).toEqual(['dataset_usage', HERS]);
    return this.owner === undefined
      ? undefined
      : { id, owner_id: this.owner, organization_id: this.organization };
  }

  readonly findPage = pagesBy((_, options) => this.#find(options));

  async #find({ filter }: FindOptions): Promise<readonly Document[]> {
    const { owner_id: owner, organization_id: organization } = filter.fields ?? {};
    if (owner === undefined && organization === undefined) return [{ id: 'v', items: this.items, bytes: 0 }];
    this.reads += 1;
    return [{ id: HERS, owner_id: ADA, organization_id: this.organization, bytes: 0 }];
  }
}

describe('what an account has left', () => {
  let documents: Counted;
  let now: number;
  const roomWith = (items: number) =>
    new AccountRoom(DATASETS, documents, sameForAll({ datasets: 0, items, bytes: 0 }), () => now);
  const refused = async (room: AccountRoom, items = 1) =>
    (await room.inAsset(HERS, { items })).refusal?.refused;
  beforeEach(() => {
    [documents, now] = [new Counted(), 0];
  });

  it('is added up once a second while much is left', async () => {
    const room = roomWith(1_000_000);
    for (let index = 0; index < 100; index += 1) expect(await refused(room)).toBeUndefined();
    expect(documents.reads).toBe(1);
    now += 1_001;
    await refused(room);
    expect(documents.reads).toBe(2);
  });

  it('is added up each time near the bound, so that what was answered counts', async () => {
    const room = roomWith(3);
    for (const expected of [undefined, undefined, undefined, 'quota_reached', 'quota_reached']) {
      now += 1;
      expect(await refused(room)).toBe(expected);
      if (expected === undefined) documents.items += 1;
    }
    expect(documents.reads).toBe(5);
  });

  it('is added up near the bound by what is wanted too', async () => {
    const room = roomWith(1_000_000);
    await refused(room);
    documents.items = 999_000;
    now += 1;
    expect(await refused(room, 950_000)).toBe('quota_reached');
  });

  it('is added up once for those who ask at the same time', async () => {
    const room = roomWith(3);
    now += 1;
    await Promise.all(Array.from({ length: 64 }, () => refused(room)));
    expect(documents.reads).toBe(1);
  });

  it('is all there is where there are no bounds, or where nobody knows the owner yet', async () => {
    expect(await refused(roomWith(0), 1e12)).toBeUndefined();
    documents.owner = undefined;
    const room = roomWith(1);
    expect(await refused(room, 2)).toBeUndefined();
    documents.owner = ADA;
    expect(await refused(room, 2)).toBe('quota_reached');
  });

  describe('S47: of what is in an organization', () => {
    const roomOf = (ofFirm: Quotas | undefined) =>
      new AccountRoom(DATASETS, documents, {
        ofAccount: async () => ({ datasets: 0, items: 3, bytes: 0 }),
        ofOrganization: async () => ofFirm,
      });

    it('is what the organization has left where it has a quota of its own', async () => {
      documents.organization = 'firm';
      expect(await refused(roomOf({ datasets: 0, items: 9, bytes: 0 }), 9)).toBeUndefined();
      const { refusal } = await roomOf({ datasets: 0, items: 9, bytes: 0 }).inAsset(HERS, { items: 10 });
      expect(refusal?.detail).toBe('The organization of the dataset has used 0 of 9 items.');
    });

    it('is what its owner has left where it has none', async () => {
      documents.organization = 'firm';
      expect(await refused(roomOf(undefined), 4)).toBe('quota_reached');
    });
  });
});
