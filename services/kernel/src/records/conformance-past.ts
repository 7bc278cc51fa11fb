import { apart, recordEvents, shownOf } from '@cairn/contracts';
import type { DocumentMaps } from '../documents/memory.js';
import { eventRegistry } from '../domain/registry.js';
import { pointedTo } from '../base/pointer.js';
import type { PointInTime } from '../context/query-context.js';
import { projected, projectInMemory } from '../projection/projection.js';
import { live } from './conformance-life.js';
import type { RecordsUnderTest, Shown } from './conformance-world.js';

type Under = () => RecordsUnderTest;

/** What is folded, projected and published of one is the same, whatever happened to it. */
export const projectionCases = (under: Under): void => {
  it('is folded as it is projected, after each event', async () => {
    await live(under(), async (id) => {
      const [state, document] = [await under().state(id), (await under().document(id))!];
      if (state.status === 'none') throw new Error('it was made');
      const shown = Object.fromEntries(under().samples.fields.map(([name]) => [name, document[name]]));
      expect(shown).toEqual(state.values);
      const { description } = under().record;
      expect(await under().read(id, { deletedToo: true })).toMatchObject(shownOf(description, state.values));
      expect([document['deleted'], document['purged']]).toEqual([
        state.status !== 'live',
        state.status === 'purged',
      ]);
      expect(document['revision']).toBe(String(await under().revision(id)));
    });
  });

  it('has every event once, though it be applied twice, and the same documents when they are made anew', async () => {
    const id = await live(under(), () => Promise.resolve());
    const { projection } = under().model;
    const registry = eventRegistry([projection]);
    const once: DocumentMaps = new Map();
    const twice: DocumentMaps = new Map();
    for (const recorded of await under().events(id)) {
      const event = (await projected(registry, recorded, under().running.engines.vault))!;
      projectInMemory(projection, [event], once);
      projectInMemory(projection, [event, event], twice);
      expect([recorded.type, twice]).toEqual([recorded.type, once]);
    }
    const document = await under().document(id);
    expect(once.get(under().collection)?.get(id)).toEqual(document);
    await under().running.rebuild(projection.name);
    expect(await under().document(id)).toEqual(document);
  });

  it('is published as it is shown, and not at all when it is deleted', async () => {
    const { model } = under();
    await live(under(), async (id) => {
      const events = await under().events(id);
      const [first, event] = [events[0]!, events.at(-1)!];
      const times = { createdAt: first.metadata.at, updatedAt: event.metadata.at };
      const facts = { id, revision: event.revision, ...times, event };
      const shown = await under().read(id);
      const told = shown && apart(under().record.description, shown).published;
      expect(model.state.publicState(await under().state(id), facts)).toEqual(told);
    });
  });
};

/** One as it was after one of its events. */
interface Moment {
  readonly at: PointInTime;
  readonly shown: Shown | undefined;
  readonly kept: Shown | undefined;
}

/** A record that has lived, and how it was after each of its events. */
const remembered = async (under: RecordsUnderTest): Promise<readonly [id: string, readonly Moment[]]> => {
  const moments: Moment[] = [];
  const id = await live(under, async (one) => {
    const last = (await under.events(one)).at(-1)!;
    const at = { at: last.metadata.at, pinned: { stream: last.stream, revision: last.revision } };
    moments.push({ at, shown: await under.read(one), kept: await under.read(one, { deletedToo: true }) });
    await under.running.later(at.at);
  });
  return [id, moments];
};

/** It is read as it was. */
export const pastCases = (under: Under): void => {
  it('is read as of each of its times and of each of its revisions', async () => {
    const [id, moments] = await remembered(under());
    for (const { at, shown, kept } of moments)
      for (const moment of [at.at, at]) {
        const [now, ever] = [
          await under().read(id, { at: moment }),
          await under().read(id, { at: moment, deletedToo: true }),
        ];
        expect([moment, now, ever]).toEqual([moment, shown, kept]);
      }
    const before = new Date(Date.parse(moments[0]!.at.at) - 1).toISOString();
    expect(await under().read(id, { at: before })).toBeUndefined();
  });

  it('stands in the lists of its times, as it was', async () => {
    const [id, moments] = await remembered(under());
    for (const { at, shown } of moments) {
      const page = await under().page({}, { sort: '-created_at' }, { at: at.at });
      if (typeof page === 'string') throw new Error(page);
      expect([at.at, page.elements.find((one) => one.id === id)]).toEqual([at.at, shown]);
    }
  });

  it('has no event that nothing here has brought about', async () => {
    const id = await live(under(), () => Promise.resolve());
    const seen = new Set((await under().events(id)).map(({ type }) => type));
    const { claimAbandoned } = under().record.events;
    const all = Object.values(recordEvents(under().record)).filter(
      ({ name }) => name !== claimAbandoned.name,
    );
    expect([...seen].sort()).toEqual(all.map(({ storedType }) => storedType).sort());
  });
};

/** With what is left out of what is shown: a history tells both sides of each change. */
const wholly = ({ samples }: RecordsUnderTest, moment: Moment | undefined): Shown | undefined => {
  const first = Object.fromEntries(samples.fields.map(([name]) => [name, samples.initial(name)]));
  return moment?.kept && { ...first, ...moment.kept };
};

/** It tells what happened to it. */
export const historyCases = (under: Under): void => {
  it('has a history that tells each change with both sides, and nothing of the inside', async () => {
    const [id, moments] = await remembered(under());
    const entries = (await under().history(id))!;
    expect(entries.map(({ type }) => type)).toEqual((await under().events(id)).map(({ type }) => type));
    const told = new Set(['id', 'created_at', 'deleted', 'deleted_at', ...namesOf(under())]);
    for (const [revision, { changes }] of entries.entries()) {
      const [before, after] = [wholly(under(), moments[revision - 1]), wholly(under(), moments[revision])!];
      for (const change of changes) {
        const [, field = ''] = change.path.split('/');
        expect(told).toContain(field);
        if (field.startsWith('deleted')) continue;
        expect(change).toEqual({
          path: change.path,
          ...sides(pointedTo(before, change.path), pointedTo(after, change.path)),
        });
      }
      const changed = namesOf(under()).filter((name) => !isSame(before?.[name], after[name]));
      const paths = new Set(changes.map(({ path }) => path.split('/')[1]));
      expect([revision, [...paths].filter((name) => changed.includes(name!)).sort()]).toEqual([
        revision,
        changed.sort(),
      ]);
    }
    expect(await under().history(id, { at: moments[1]!.at.at })).toHaveLength(2);
  });
};

const namesOf = ({ samples }: RecordsUnderTest): readonly string[] => samples.fields.map(([name]) => name);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const sides = (before: unknown, after: unknown): object => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});
