import { assets, type InGroup } from '@cairn/contracts';
import { type Call, type Grant, JobRefused, noGroups, type OtherService, userPrincipal } from '@cairn/kernel';
import { deleteGroup } from './group-deletion.js';

const FIRM = '018f4d1a-0000-7000-8000-000000000031';
const group = { kind: 'organization', id: FIRM } as const;
const grants: readonly Grant[] = [
  { group, through: group, role: { id: 'r', slug: 'org_admin' }, permissions: ['*:*'] },
];
const job = {
  id: '018f4d1a-0000-7000-8000-000000000008',
  requester: { kind: 'user', user_id: 'ada' },
  cause: { eventId: 'e', correlation: 'c' },
  group,
  organizationId: FIRM,
} as const;
const DONE = { status: 'done', stream: '', position: '', replayed: false } as const;

/** A service with these assets, three a page, and who asks, whose right may go when so many were deleted. */
class Firm {
  readonly deleted: { readonly id: string; readonly command: string }[] = [];
  /** Of each call to another service: for whom, and what it follows from. */
  readonly calls: Partial<Call>[] = [];
  readonly own: { readonly name: string; readonly by: string | undefined }[] = [];
  landed: () => unknown = () => undefined;
  rightFor = Number.POSITIVE_INFINITY;
  cancelledAfter = Number.POSITIVE_INFINITY;
  reply: Awaited<ReturnType<OtherService['execute']>> = DONE;

  /** By their services; the others have none. */
  constructor(private readonly assets: Readonly<Record<string, readonly string[]>>) {}

  /** A service with some of the assets, one more of each page is kept; one without any. */
  #serviceOf(its: readonly string[] | undefined) {
    return {
      query: async (_: unknown, { after }: InGroup, call: Call) => {
        this.calls.push(call);
        if (its === undefined) return { ids: [], kept: 0 };
        const from = after === undefined ? 0 : its.indexOf(after.id) + 1;
        const ids = its.slice(from, from + 3);
        const last = ids.at(-1);
        return {
          ids,
          kept: 1,
          ...(ids.length < 3 || last === undefined ? {} : { next: { value: '', id: last } }),
        };
      },
      execute: async (_: unknown, input: { id: string }, { id, ...call }: Call & { id: string }) => {
        this.calls.push(call);
        this.deleted.push({ id: input.id, command: id });
        return this.reply;
      },
    };
  }

  run() {
    const isOver = (): boolean => this.deleted.length >= this.cancelledAfter;
    return deleteGroup(
      job,
      {
        check: () => {
          if (isOver()) throw new Error('stopped');
        },
        progress: () => undefined,
        tellsLanded: (landed) => (this.landed = landed),
      },
      {
        services: Object.fromEntries(
          assets.map(({ area }) => [area, this.#serviceOf(this.assets[area])]),
        ) as never,
        requesters: { principalOf: async () => userPrincipal({ id: 'ada', administrator: false }, 's') },
        rights: { ...noGroups, inGroup: async () => (this.deleted.length < this.rightFor ? grants : []) },
        execute: async ({ name }, _, { principal }) => {
          this.own.push({ name, by: principal?.userId });
          return DONE;
        },
      },
    );
  }
}
const ASSETS = ['a', 'b', 'c', 'd'];
const DATASETS = { datasets: ASSETS };

describe('deleting a group with its assets', () => {
  it('goes through all pages, then deletes the group as who asked', async () => {
    const firm = new Firm(DATASETS);
    expect(await firm.run()).toEqual({ deleted: 4, kept: 2 });
    expect(firm.deleted.map(({ id }) => id)).toEqual(ASSETS);
    expect(firm.own).toEqual([{ name: 'identity.deleteOrganization', by: 'ada' }]);
  });
  it('asks others for who asked, as a part of that request', async () => {
    const firm = new Firm({ datasets: ['a'] });
    await firm.run();
    const call = { onBehalfOf: job.requester, causation: 'e', correlation: 'c' };
    expect(firm.calls).toEqual([call, ...assets.map(() => call)]);
  });
  it('goes through the assets of every kind', async () => {
    const firm = new Firm({ ...DATASETS, models: ['m', 'n'], workflows: ['w'], graphs: ['g'] });
    expect(await firm.run()).toEqual({ deleted: 8, kept: 5 });
    expect(firm.deleted.map(({ id }) => id)).toEqual([...ASSETS, 'm', 'n', 'w', 'g']);
  });
  it('after a crash sends the same commands again: what was restored since stays', async () => {
    const [first, second] = [new Firm(DATASETS), new Firm(DATASETS)];
    await first.run();
    await second.run();
    expect(second.deleted).toEqual(first.deleted);
    expect(new Set(first.deleted.map(({ command }) => command)).size).toBe(4);
  });
  it('SPEC-24: ends when the requester may no more, and leaves the group', async () => {
    const firm = new Firm(DATASETS);
    firm.rightFor = 3;
    await expect(firm.run()).rejects.toThrow(JobRefused);
    expect([firm.deleted.length, firm.own]).toEqual([3, []]);
  });
  it('SPEC-24: ends with an account that is not in force any more', async () => {
    const firm = new Firm(DATASETS);
    firm.reply = { status: 'refused', code: 'requester_unavailable', detail: 'Gone.' };
    await expect(firm.run()).rejects.toThrow('Gone.');
    expect(firm.own).toEqual([]);
  });
  it('counts what went or was hidden meanwhile as kept', async () => {
    const firm = new Firm(DATASETS);
    firm.reply = { status: 'refused', code: 'not_found', detail: 'Gone.' };
    expect(await firm.run()).toEqual({ deleted: 0, kept: 6 });
  });
  it('stops where it is cancelled, tells what had landed, and leaves the group', async () => {
    const firm = new Firm(DATASETS);
    firm.cancelledAfter = 2;
    await expect(firm.run()).rejects.toThrow('stopped');
    expect([firm.landed(), firm.own]).toEqual([{ deleted: 2, kept: 1 }, []]);
  });
});
