import {
  type Change,
  derivingTarget,
  type Documents,
  documentsTarget,
  type ProjectionTarget,
  type Quotas,
  type QuotasInForce,
  readModelOf,
  sameForAll,
  START,
} from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { mapUsage } from '../../testing/charged-atlas.js';
import type { Payer } from '../payers.js';

const { projection, totalOf, usedBy } = mapUsage;
const [ASSETS, STREAMS] = ['map_usage', 'map_version_usage'] as const;
const OWNERS = ['ada', 'grace'];
const ORGANIZATIONS = ['acme', 'zoo', null];
const PAYERS: readonly Payer[] = [
  ...OWNERS.map((id): Payer => ({ kind: 'account', id })),
  ...['acme', 'zoo'].map((id): Payer => ({ kind: 'organization', id })),
];

/** Acme pays for itself where it has a quota. */
const quotasWith = (ofAcme: Quotas | undefined): QuotasInForce => ({
  ofAccount: async () => ({ datasets: 0, items: 0, bytes: 1 }),
  ofOrganization: async (id) => (id === 'acme' ? ofAcme : undefined),
});

/** What events make of an asset or a stream in it: they come in any order, and another owner with them. */
const step = fc.record({
  act: fc.constantFrom('write', 'move', 'purge', 'draw', 'purge drawing'),
  ...{ asset: fc.nat(2), stream: fc.nat(3), bytes: fc.integer({ min: 1, max: 1_000 }) },
  ...{ owner_id: fc.constantFrom(...OWNERS), organization_id: fc.constantFrom(...ORGANIZATIONS) },
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const increment = (collection: string, id: string, bytes: number): Change => ({
  ...{ kind: 'increment', collection, id },
  by: { bytes },
});
const patch = (
  collection: string,
  id: string,
  fields: Extract<Change, { kind: 'patch' }>['fields'],
): Change => ({ kind: 'patch', collection, id, fields });

const changesOf = ({ act, asset, stream, bytes, owner_id, organization_id }: Step): readonly Change[] => {
  const [map, drawing] = [`map${asset}`, `drawing${stream}`];
  switch (act) {
    case 'write':
      return [increment(ASSETS, map, bytes)];
    case 'move':
      return [increment(ASSETS, map, bytes), patch(ASSETS, map, { owner_id, organization_id })];
    case 'draw':
      // A drawing is of one map for ever.
      return [increment(STREAMS, drawing, bytes), patch(STREAMS, drawing, { map_id: `map${stream % 3}` })];
    case 'purge':
      return [{ kind: 'remove', collection: ASSETS, id: map }];
    case 'purge drawing':
      return [{ kind: 'remove', collection: STREAMS, id: drawing }];
  }
};

/** Where the projection stands, and brings what it writes there. */
class Applying {
  at = 0;

  constructor(readonly target: ProjectionTarget) {}

  async apply(changes: readonly Change[]): Promise<void> {
    const from = this.at === 0 ? START : this.at.toString();
    this.at += 1;
    const batch = { generation: 'live', from, to: this.at.toString(), changes } as const;
    expect(await this.target.apply(batch)).toEqual({ status: 'applied' });
  }
}

describe('totals of accounts and organizations', () => {
  let engines: Embedded;
  let documents: Documents;
  const opened = async (): Promise<readonly [plain: ProjectionTarget, deriving: ProjectionTarget]> => {
    engines = openEmbedded();
    documents = engines.documents;
    await documents.prepare([readModelOf(projection)]);
    const plain = documentsTarget(documents, projection.name);
    return [plain, derivingTarget(plain, documents, projection.derived!)];
  };
  const areSums = async (quotas: QuotasInForce): Promise<void> => {
    for (const payer of PAYERS) {
      const added = await usedBy(documents, payer, quotas);
      expect(await totalOf(documents, payer, quotas)).toEqual({ ...added, documents: expect.any(Number) });
    }
  };

  it('are the sums, whatever happens, and whoever pays', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        fc.nat(4),
        async (batches, withoutTotals) => {
          const [plain, deriving] = await opened();
          try {
            let applying = new Applying(plain);
            for (const [index, batch] of batches.entries()) {
              if (index === withoutTotals)
                applying = Object.assign(new Applying(deriving), { at: applying.at });
              await applying.apply(batch.flatMap(changesOf));
              await areSums(quotasWith(undefined));
              await areSums(quotasWith({ datasets: 0, items: 0, bytes: 9 }));
            }
          } finally {
            await engines.remove();
          }
        },
      ),
      { numRuns: 20 },
    ));

  describe('of an account with 10,000 assets that had none', () => {
    const MANY = 10_000;
    const AT_ONCE = 1_000;
    const quotas = sameForAll({ datasets: 0, items: 0, bytes: MANY * 10 });
    let applying: Applying;
    beforeAll(async () => {
      const [plain, deriving] = await opened();
      applying = new Applying(plain);
      const made = (index: number): Step => ({
        ...{ act: 'move', asset: index, stream: 0, bytes: 2 },
        ...{ owner_id: 'ada', organization_id: null },
      });
      for (let index = 0; index < MANY; index += AT_ONCE)
        await applying.apply(
          Array.from({ length: AT_ONCE }, (_, more) => made(index + more)).flatMap(changesOf),
        );
      applying = Object.assign(new Applying(deriving), { at: applying.at });
    });
    afterAll(() => engines.remove());

    it('are made with what is changed, some with each batch, and stand for the sum when all are in', async () => {
      const drawn = { act: 'draw', bytes: 5, owner_id: 'ada', organization_id: null } as const;
      for (let turn = 0; turn <= MANY / 100; turn += 1) {
        await applying.apply(changesOf({ ...drawn, asset: 0, stream: turn % 4 }));
        if (turn % 20 === 0) await areSums(quotas);
      }
      await areSums(quotas);
    });

    it('are what a check reads: two documents, and near a bound two more', async () => {
      const found: number[] = [];
      const counting: Pick<Documents, 'findPage' | 'get'> = {
        get: (...asked) => documents.get(...asked),
        findPage: async (...asked) => {
          const page = await documents.findPage(...asked);
          found.push(page.documents.length);
          return page;
        },
      };
      const room = mapUsage.room(counting, quotas);
      const used = 2 * MANY + 5 * (MANY / 100 + 1);
      const { bytesLeft, refusal } = await room.inAsset('map0', { bytes: 1 });
      expect([bytesLeft, refusal]).toEqual([10 * MANY - used, undefined]);
      expect(found).toEqual([2, 2]);
    });
  });
});
