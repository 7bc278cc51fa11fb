import { freshId } from '@cairn/kernel';
import type { AssetsUnderTest } from './under-test.js';

type Under = () => AssetsUnderTest;

const isIn = <Value>(all: readonly Value[] | undefined, some: readonly Value[] | undefined): void => {
  for (const one of some ?? []) expect(all).toContain(one);
};

/** What the model brings is what its service runs. */
export const serviceCases = (under: Under): void => {
  it('has its streams folded, its commands done, what is asked answered', () => {
    const { model, contract, world } = under();
    const { service } = world;
    isIn(service.aggregates, model.parts.aggregates);
    isIn(service.commands, model.parts.commands);
    isIn(service.queries, model.parts.queries);
    const categories = service.aggregates.map(({ category }) => category);
    expect(new Set(categories).size).toBe(categories.length);
    const names = model.parts.commands!.map((command): string => command.contract.name);
    expect(names.sort()).toEqual(
      Object.values({ ...contract.commands })
        .map(({ name }) => name)
        .sort(),
    );
    isIn(model.kind.aggregate.events, Object.values(contract.events));
    expect(service.needs).toContain('identity');
  });

  it('has its documents made, read as they were, counted, told of persons, and purged in time', () => {
    const { model, world, tools } = under();
    const { service } = world;
    for (const part of ['projections', 'timeTravelled', 'counted', 'administered', 'personal'] as const)
      isIn<unknown>(service[part], model.parts[part]);
    expect(model.parts.projections).toContain(model.projection);
    isIn(service.timers?.events, model.parts.timers!.events);
    const named = (all: readonly { readonly name: string }[] | undefined) => all?.map(({ name }) => name);
    isIn(named(service.work?.(tools)), named(model.parts.work!(tools)));
    isIn(named(service.policies?.(tools)), named(model.parts.policies!(tools)));
  });

  it('is published, and what has no room in a message is read by who may read it', async () => {
    const { model, world, contract, eve, ada } = under();
    const { published } = world.service;
    isIn(published?.states, model.parts.states);
    const mayRead = (id: string, principal = ada) =>
      published!.mayRead!(under().reading({ principal }), `${contract.called}-${id}`);
    const id = await under().made();
    expect([await mayRead(id), await mayRead(id, eve), await mayRead(freshId())]).toEqual([
      true,
      false,
      false,
    ]);
    const key = { ...ada, kind: 'key' as const, scopes: ['me:read'] };
    expect(await mayRead(id, key)).toBe(false);
    await under().remove(id);
    expect(await mayRead(id)).toBe(true);
  });
};
