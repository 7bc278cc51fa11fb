import { allTopics, categoryOfType } from '@cairn/contracts';
import { publicationsOf } from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import { datasetsService } from './service.js';

describe('what other teams read of datasets', () => {
  it('are the topics of the contract', async () => {
    const engines = openEmbedded();
    const options = {
      ...engines,
      prefix: 'cairn',
      partitions: 12,
      mode: 'binary',
      baseUrl: 'http://cairn',
    } as const;
    const topics = publicationsOf(datasetsService, options).map(({ topic }) => topic.name);
    await engines.remove();
    expect(topics).toEqual(
      allTopics.filter(({ service }) => service === 'datasets').map(({ name }) => `cairn.${name}`),
    );
  });

  it('are events whose streams are named as the contract names them', () => {
    for (const { category, events } of datasetsService.aggregates)
      for (const { storedType } of events)
        expect([storedType, categoryOfType(storedType)]).toEqual([storedType, category]);
  });
});
