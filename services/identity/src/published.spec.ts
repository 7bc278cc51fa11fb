import { allTopics, categoryOfType, publishedCategories, publishedEvents } from '@cairn/contracts';
import { publicationsOf } from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import { identityService } from './service.js';

describe('what other teams read of identity', () => {
  const { aggregates } = identityService;

  it('are the topics of the contract, of streams that may be published', async () => {
    const engines = openEmbedded();
    const options = { ...engines, prefix: 'cairn', partitions: 12, mode: 'binary', baseUrl: '' } as const;
    const publications = publicationsOf(identityService, options);
    await engines.remove();
    expect(publications.map(({ topic }) => topic.name).sort()).toEqual(
      allTopics.filter(({ service }) => service === 'identity').map(({ name }) => `cairn.${name}`),
    );
    expect(publications[0]?.categories).toEqual([
      'user',
      ...['organization', 'team', 'project', 'role', 'membership', 'invitation'],
    ]);
    for (const { topic, categories } of publications.slice(1))
      expect(topic.name).toBe(`cairn.identity.${categories.join()}.state.v1`);
  });

  it('are events whose streams are named as the contract names them', () => {
    for (const { category, events } of aggregates)
      for (const { storedType } of events)
        expect([storedType, categoryOfType(storedType)]).toEqual([storedType, category]);
  });

  it('are streams published wholly or not at all, the same here and in the contract', () => {
    const told = new Set(publishedEvents.map(({ storedType }) => storedType));
    for (const { category, events } of aggregates)
      for (const { storedType } of events)
        expect([storedType, told.has(storedType)]).toEqual([storedType, publishedCategories.has(category)]);
  });
});
