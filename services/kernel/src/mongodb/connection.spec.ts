import { openMongo } from './connection.js';
import { within } from './deadline.js';

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

  it('says what is wrong with the server where a deadline was sooner than the driver', async () => {
    const { client, reasonOf, ...connection } = await openMongo({ url: 'mongodb://127.0.0.1:1/' });
    await expect(within(500, client.db().command({ ping: 1 })).catch(reasonOf)).resolves.toBe(
      'no answer within 500 ms; connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(reasonOf(new Error('connect ECONNREFUSED 127.0.0.1:1'))).toBe('connect ECONNREFUSED 127.0.0.1:1');
    await connection.close();
  });

  it('tells the name under which its hosts are, until they are known', async () => {
    const connection = await openMongo({ url: 'mongodb+srv://user:secret@cluster.invalid/cairn' });
    expect(connection.address).toBe('cluster.invalid');
    await connection.close();
  });

  it('tells its hosts without user and password', async () => {
    const connection = await openMongo({ url: 'mongodb://user:secret@127.0.0.1:1,127.0.0.1:2/' });
    expect(connection.address).toBe('127.0.0.1:1,127.0.0.1:2');
    await connection.close();
  });
});
