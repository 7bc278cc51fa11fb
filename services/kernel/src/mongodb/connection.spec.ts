import { openMongo } from './connection.js';

describe('the connection to MongoDB', () => {
  it.each([
    ['mongodb://127.0.0.1:1', 'cairn'],
    ['mongodb://127.0.0.1:1/', 'cairn'],
    ['mongodb://127.0.0.1:1/?directConnection=true', 'cairn'],
    ['mongodb://127.0.0.1:1/test', 'test'],
    ['mongodb://127.0.0.1:1/views?directConnection=true', 'views'],
  ])('by %s is to the database %s', async (url, database) => {
    const connection = await openMongo({ url });
    expect(connection.database.databaseName).toBe(database);
    await connection.close();
  });

  it('tells its hosts without user and password', async () => {
    const connection = await openMongo({ url: 'mongodb://user:secret@127.0.0.1:1,127.0.0.1:2/' });
    expect(connection.address).toBe('127.0.0.1:1,127.0.0.1:2');
    await connection.close();
  });
});
