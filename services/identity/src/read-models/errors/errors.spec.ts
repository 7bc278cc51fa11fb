import type { ErrorLog, identityCommands, InputOf } from '@cairn/contracts';
import { derivedId, type ErrorCount, freshId, type Page, system } from '@cairn/kernel';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { errorsFor } from './queries.js';

describe('the list of errors', () => {
  let under: IdentityUnderTest;
  beforeAll(async () => {
    under = await startIdentity();
  });
  afterAll(() => under.remove());

  const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
  const record = (told: Partial<InputOf<typeof identityCommands.recordError>>) =>
    under.done(
      'recordError',
      {
        ...{ id: freshId(), origin: 'cairn', name: 'E', description: '', entity: 'thing', entity_id: '' },
        ...{ user_id: '', first_at: at(0), at: at(0), count: 1, ...told },
      },
      { principal: system },
    );
  const count = (told: Partial<ErrorCount> & Pick<ErrorCount, 'id'>) =>
    under.registers.put(
      `error:${told.id}`,
      {
        ...{ name: told.id, description: '', entity: 'thing', entityId: '', userId: '' },
        ...{ count: 1, firstAt: at(0), lastAt: at(0), ...told },
      },
      undefined,
    );

  it('is of errors of Cairn, as the registers count them, and of reports, page by page in one order', async () => {
    // In turn by when they came last: of Cairn, a report, of Cairn, …
    const names = ['A', 'B', 'C', 'D', 'E'];
    for (const [index, name] of names.entries()) {
      const id = derivedId('spec', name);
      const isReport = index % 2 === 1;
      const first = { id, name, first_at: at(10 - index), at: at(20 + index) };
      await record(isReport ? { ...first, origin: 'report', first_at: at(20 + index) } : first);
      if (!isReport) await count({ id, name, count: 7, lastAt: at(20 + index), userId: 'ada' });
    }
    const walked = async (sort: string): Promise<string> => {
      const told: string[] = [];
      let after: Page<ErrorLog>['next'];
      do {
        const page = await errorsFor(under, under.registers, { limit: 2, sort, ...(after && { after }) });
        expect([page.total, page.totalExact]).toEqual([5, true]);
        told.push(...page.elements.map(({ name }) => name));
        after = page.next;
      } while (after !== undefined);
      return told.join('');
    };
    expect(await walked('updated_at')).toBe('ABCDE');
    expect(await walked('-updated_at')).toBe('EDCBA');
    expect(await walked('created_at')).toBe('ECABD');
    const counted = await errorsFor(
      under,
      under.registers,
      { limit: 9, sort: 'updated_at' },
      { user_id: 'ada' },
    );
    expect(counted.elements.map(({ name, count: often }) => [name, often])).toEqual([
      ['A', 7],
      ['C', 7],
      ['E', 7],
    ]);
  });

  it('is of what is not resolved, or of what is', async () => {
    const { id } = (await errorsFor(under, under.registers, { limit: 1, sort: '-updated_at' })).elements[0]!;
    const root = { ...system, kind: 'user', userId: freshId(), administrator: true } as const;
    await under.done('updateErrors', { body: { id, resolved: true } }, { principal: root });
    const listed = async (resolved: boolean) =>
      (await errorsFor(under, under.registers, { limit: 9, sort: 'updated_at' }, { resolved })).elements;
    expect((await listed(true)).map(({ name }) => name)).toEqual(['E']);
    expect(await listed(false)).toHaveLength(4);
    await count({ id, name: 'E', count: 8, lastAt: at(30) });
    while ((await listed(true)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await listed(false)).toHaveLength(5);
  });
});
