import { declaredStreams, streamCategories } from '@cairn/contracts';
import { libraryService, ServiceUnderTest } from '@cairn/kernel/testkit';
import { allServices, refuseSharedKeys, refuseUndeclaredCategories } from './index.js';

describe('the list of services', () => {
  it('has every service that the contract declares streams for', () => {
    expect(allServices.map(({ name }) => name).sort()).toEqual(Object.keys(streamCategories).sort());
  });

  it('has one service whose work collects the blobs of all', async () => {
    const library = await ServiceUnderTest.of(libraryService);
    const works = allServices.flatMap(({ work }) => work?.(library.tools) ?? []);
    await library.stop();
    expect(works.filter(({ name }) => name === 'blobs.collection')).toEqual([
      expect.objectContaining({ alone: true }),
    ]);
  });

  it('is refused when a service writes streams that are not declared, or does not write what is', () => {
    const [identity] = allServices;
    const declared = { ...streamCategories, identity: (streamCategories['identity'] ?? []).slice(1) };
    expect(() => refuseUndeclaredCategories(allServices, declared)).toThrow(
      'identity writes streams that contracts/src/identity/area.ts does not declare: user',
    );
    const less = { name: 'identity', aggregates: (identity?.aggregates ?? []).slice(1) };
    expect(() => refuseUndeclaredCategories([less])).toThrow(
      'contracts/src/identity/area.ts declares streams that identity does not write: user',
    );
  });

  it('is refused when two published categories have streams of the same ids', () => {
    const { models = {} } = declaredStreams;
    const keyedBy = { category: 'modelVersion' };
    const before = {
      models: { ...models, modelMetrics: { entities: ['metrics'], published: true, keyedBy } },
    } as const;
    expect(() => refuseSharedKeys([], before)).toThrow(
      'modelVersion and modelMetrics are published, and their streams have the same ids',
    );
    const inside = { ...before.models, modelMetrics: { entities: ['metrics'], keyedBy } };
    expect(() => refuseSharedKeys([], { models: inside })).not.toThrow();
    const twice = { ...models, modelNumbers: { ...models['modelMetrics'], entities: ['numbers'] } };
    expect(() => refuseSharedKeys([], { models: twice })).toThrow(
      'modelMetrics and modelNumbers are published',
    );
    expect(() => refuseSharedKeys(allServices)).not.toThrow();
  });

  it('is refused when ids of streams are derived otherwise than is declared', () => {
    const { identity = {} } = declaredStreams;
    const undeclared = {
      ...declaredStreams,
      identity: { ...identity, membership: { entities: ['membership'] } },
    };
    expect(() => refuseSharedKeys(allServices, undeclared)).toThrow(
      'membership derives the ids of its streams with "membership", and is declared with ""',
    );
  });
});
