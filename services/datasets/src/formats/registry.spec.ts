import { datasetFormatNames, servedDatasetFormats } from '@cairn/contracts';
import { formatNamed, formats } from './registry.js';

describe('the formats', () => {
  it('are those that the documents name, and each answers to every name there', () => {
    expect(formats.map(({ name }) => name).sort()).toEqual([...servedDatasetFormats].sort());
    for (const name of datasetFormatNames)
      expect([name, formatNamed(name)?.name]).toEqual([name, expect.any(String)]);
  });
});
