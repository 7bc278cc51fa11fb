import Libsql from 'libsql';
import { MODEL, Projector, put } from '../documents/conformance-store.js';
import type { Filter } from '../documents/port.js';
import { CounterWriter, counterEvent } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';

/** Stands in everything that comes from outside. */
const MARK = "marked' OR 1=1 --";

/** S36: what comes from outside is bound; the text of a statement is the program's own. */
describe('the statements of the embedded stores', () => {
  const texts: string[] = [];
  const spies: { mockRestore(): void }[] = [];
  let engines: Embedded;

  beforeEach(() => {
    texts.length = 0;
    for (const name of ['prepare', 'exec'] as const) {
      const real = Reflect.get(Libsql.prototype, name) as (this: unknown, sql: string) => never;
      const spy = jest.spyOn(Libsql.prototype, name).mockImplementation(function (
        this: unknown,
        sql: string,
      ) {
        texts.push(sql);
        return real.call(this, sql);
      });
      spies.push(spy);
    }
    engines = openEmbedded();
  });
  afterEach(async () => {
    await engines.remove();
    for (const spy of spies.splice(0)) spy.mockRestore();
  });

  const expectBound = (least: number): void => {
    expect(texts.filter((text) => text.includes('marked'))).toEqual([]);
    expect(new Set(texts).size).toBeGreaterThan(least);
  };

  it('S36: hold nothing of a document, a filter, an order or a page', async () => {
    const { documents } = engines;
    await documents.prepare([MODEL]);
    const at = '2026-01-01T00:00:00.000Z';
    const many = {
      project: MARK,
      size: 1,
      done: true,
      tags: [MARK],
      words: [MARK],
      readers: [{ token: MARK }],
    };
    await new Projector(documents).apply(put({ id: MARK, ...many }), put({ id: 'b', [MARK]: MARK }));
    const parts: readonly Filter[] = [
      { fields: { project: MARK } },
      { fields: { project: [MARK, null], size: { from: MARK, to: MARK } } },
      { fields: { id: MARK } },
      { any: { tags: [MARK] } },
      { readers: { field: 'readers', tokens: [MARK, 'public'], at } },
      { words: { field: 'words', all: [MARK], prefix: undefined } },
      { words: { field: 'words', all: [MARK], prefix: MARK } },
    ];
    const filters = [...parts, ...parts.flatMap((one) => parts.map((other) => ({ ...one, ...other })))];
    for (const filter of filters)
      for (const sort of ['size', '-project', 'id']) {
        const after = { value: MARK, id: MARK };
        await documents.find('things', { filter, sort, limit: 5 });
        await documents.find('things', { filter, sort, limit: 5, after });
        await documents.count('things', filter, 5);
      }
    expect((await documents.get('things', MARK))?.id).toBe(MARK);
    expect(await documents.getMany('things', [MARK])).toHaveLength(1);
    expectBound(50);
  });

  it('S36: hold nothing of an event', async () => {
    const { log } = engines;
    const writer = new CounterWriter(log);
    await writer.append(MARK, counterEvent('made', { owner: MARK, [MARK]: MARK }, { correlation: MARK }));
    expect(await log.read(`counter-${MARK}`)).toHaveLength(1);
    expect((await log.readAll({ after: '', categories: ['counter', MARK], limit: 10 })).events).toHaveLength(
      1,
    );
    expectBound(5);
  });

  it('S36: hold nothing of a register, a person or a credential', async () => {
    const { registers, vault } = engines;
    await registers.put(MARK, { [MARK]: MARK }, 1_000);
    await registers.increment(`${MARK}n`, 1, 1_000);
    expect(await registers.list(MARK, MARK)).toHaveLength(1);
    await registers.remove(MARK);
    await vault.keyFor(MARK);
    await vault.putCredential(MARK, { [MARK]: MARK });
    expect(await vault.findCredential(MARK)).toEqual({ [MARK]: MARK });
    await vault.serverKeys(MARK);
    await vault.eraseKey(MARK);
    expectBound(10);
  });
});
