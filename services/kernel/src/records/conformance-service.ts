import { recordEvents } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import type { RecordsUnderTest } from './conformance-world.js';

type Under = () => RecordsUnderTest;

const isIn = <Value>(all: readonly Value[] | undefined, ...some: readonly Value[]): void => {
  for (const one of some) expect(all).toContain(one);
};

/** What the model brings is what its service runs. */
export const serviceCases = (under: Under): void => {
  it('has its streams folded, and its commands done', () => {
    const { model, record } = under();
    const { service } = under().world;
    const categories = service.aggregates.map(({ category }) => category);
    isIn(categories, ...model.aggregates.map(({ category }) => category));
    expect(new Set(categories).size).toBe(categories.length);
    isIn(service.commands, ...model.commands);
    const names = Object.values(record.commands).map(({ name }) => name);
    expect(model.commands.map(({ contract }) => contract.name).sort()).toEqual([...names].sort());
    const folded = new Set(model.aggregates.flatMap(({ events }) => events));
    isIn([...folded], ...Object.values(recordEvents(record)));
  });

  it('has its documents made, read as they were, and purged in time', () => {
    const { model } = under();
    const { service } = under().world;
    isIn(service.projections, model.projection);
    isIn(service.timeTravelled, model.timeTravelled);
    isIn(service.timers?.events, ...model.timers.events);
    const works = service.work?.(under().running.tools).map(({ name }) => name);
    isIn(works, ...model.work(under().running.tools).map(({ name }) => name));
  });

  it('is published, and what has no room in a message is read by who may read it', async () => {
    const { model, record, world } = under();
    const { published } = world.service;
    isIn(published?.states, model.state);
    const mayRead = (id: string) =>
      published?.mayRead?.(under().reading(), `${record.category}-${id}`) ?? Promise.resolve(false);
    const id = await under().made();
    expect([await mayRead(id), await mayRead(freshId())]).toEqual([true, false]);
    await under().remove(id);
    expect(await mayRead(id)).toBe(true);
  });
};
