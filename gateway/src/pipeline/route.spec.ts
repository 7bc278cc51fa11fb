import { operations } from '@cairn/contracts';
import { datasetHandlers } from '../operations/datasets/index.js';
import { routeOf } from './route.js';
import { Schemas } from './validation/schemas.js';

describe('a request takes a place', () => {
  const schemas = new Schemas();
  const handlers = datasetHandlers;
  const loadOf = (id: string) => {
    const handler = handlers.find(({ operation }) => operation.id === id);
    return handler && routeOf(handler, schemas).load;
  };

  it.each([operations.uploadDatasetItem, operations.downloadDatasetItem, operations.importDataset])(
    'among transfers when it moves a file: $id',
    ({ id }) => expect(loadOf(id)).toBe('transfers'),
  );
  it.each([
    operations.bulkDatasetItems,
    operations.addItemsToSplit,
    operations.addInferences,
    operations.duplicateDatasetVersion,
  ])('among transfers when it does much, so that it is not taken for a slow one: $id', ({ id }) =>
    expect(loadOf(id)).toBe('transfers'),
  );
  it.each([operations.createDataset, operations.listDatasetItems])('else among requests: $id', ({ id }) =>
    expect(loadOf(id)).toBe('requests'),
  );
});
