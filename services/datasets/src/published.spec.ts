import {
  allTopics,
  categoryOfType,
  datasetStreamEvents,
  type FileRecord,
  PublishedDataset,
} from '@cairn/contracts';
import { jsonSchemaOf, violations } from '@cairn/generate';
import { openEmbedded, stateAfter } from '@cairn/kernel/testkit';
import { publicationsOf } from '@cairn/kernel';
import { dataset } from './domain/dataset/state.js';
import { datasetsService } from './service.js';

const { DatasetCreated, DatasetDeleted, DatasetLogoSet, DatasetPurged, DatasetRestored, DatasetUpdated } =
  datasetStreamEvents;
const [states] = datasetsService.published?.states ?? [];
const facts = {
  id: DatasetCreated.example.id,
  revision: 1n,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const created = DatasetCreated.of(DatasetCreated.example);
const stateOf = (...events: Parameters<typeof stateAfter>[1]) =>
  states?.publicState(stateAfter(dataset, events), facts);

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

describe('the published state of a dataset', () => {
  it('has the shape of the contract, also with everything in it', () => {
    const logo: FileRecord = DatasetLogoSet.example;
    const organization = '018f4d1a-0000-7000-8000-00000000000a';
    const changed = DatasetUpdated.of({ changes: { organization_id: organization, notes: 'n' } });
    for (const state of [stateOf(created), stateOf(created, changed, DatasetLogoSet.of(logo))])
      expect(violations(jsonSchemaOf(PublishedDataset.schema), state)).toEqual([]);
    expect(stateOf(created, changed, DatasetLogoSet.of(logo))).toMatchObject({
      name: 'mails',
      organization_id: organization,
      notes: 'n',
      logo,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('does not tell who may read it', () => {
    expect(JSON.stringify(stateOf(created))).not.toContain('readers');
  });

  it('is gone when the dataset is deleted or purged, and comes back when it is restored', () => {
    const deleted = DatasetDeleted.of(DatasetDeleted.example);
    expect(stateOf(created, deleted)).toBeUndefined();
    expect(stateOf(created, deleted, DatasetPurged.of({}))).toBeUndefined();
    expect(stateOf(created, deleted, DatasetRestored.of({}))).toMatchObject({ name: 'mails' });
  });
});
