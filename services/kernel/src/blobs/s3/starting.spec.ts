import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../testkit/until.js';
import { openS3Blobs } from '../index.js';

const NOT_YET = '<Error><Code>XServerNotInitialized</Code><Message>Please wait.</Message></Error>';

describe('an S3 that takes requests before it can serve them', () => {
  it('is away, and looked at until it can', async () => {
    let status = 503;
    let served = 0;
    const server = createServer((_, response) => {
      if (status === 200) served += 1;
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(status === 200 ? '<ListBucketResult></ListBucketResult>' : NOT_YET);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const login = { accessKeyId: 'a', secretAccessKey: 'b' };
    const blobs = await openS3Blobs({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'cairn',
      ...login,
    });
    status = 200;
    await until(async () => served > 0);
    await blobs.close();
    server.closeAllConnections();
    server.close();
  });
});
