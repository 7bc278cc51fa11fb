import { readConfig } from '../config/index.js';
import { onSharedEngines } from './shared-engines.js';

const ALL = {
  CAIRN_EVENTSTOREDB_URL: 'esdb://log:2113',
  CAIRN_MONGODB_URL: 'mongodb://documents/cairn',
  CAIRN_VAULT_MONGODB_URL: 'mongodb://documents/cairn_vault',
  CAIRN_S3_URL: 'http://blobs:7070',
};

describe('a process of a cluster', () => {
  it('starts on engines that the others use too', () => {
    const config = readConfig(ALL);
    expect(onSharedEngines(config)).toBe(config);
  });

  it.each(Object.keys(ALL))('law 8: does not start on a file of its own when %s is not set', (name) => {
    expect(() => onSharedEngines(readConfig({ ...ALL, [name]: '' }))).toThrow(
      `A process of a cluster shares its engines with the others: set ${name} as they have it.`,
    );
  });

  it('names all that are missing', () => {
    expect(() => onSharedEngines(readConfig({}))).toThrow(`set ${Object.keys(ALL).join(', ')} as`);
  });

  it('does not start with the vault among what may be lost', () => {
    const config = readConfig({ ...ALL, CAIRN_VAULT_MONGODB_URL: ALL.CAIRN_MONGODB_URL });
    expect(() => onSharedEngines(config)).toThrow('name the same database');
  });
});
