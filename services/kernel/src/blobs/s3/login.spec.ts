import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openS3Blobs } from '../index.js';
import type { S3BlobsOptions } from './options.js';

describe('the login at S3', () => {
  let server: Server;
  let asked: { readonly authorization: string; readonly token: string | undefined; readonly url: string }[];
  const { env } = process;

  beforeEach(async () => {
    asked = [];
    process.env = { ...env, AWS_ACCESS_KEY_ID: 'ofTheMachine', AWS_SECRET_ACCESS_KEY: 'secret' };
    server = createServer(({ headers, url = '' }, response) => {
      const token = headers['x-amz-security-token'];
      asked.push({ authorization: headers.authorization ?? '', token: token?.toString(), url });
      response.setHeader('content-type', 'application/xml').end('<ListBucketResult></ListBucketResult>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    process.env = env;
    server.closeAllConnections();
    server.close();
  });

  const opened = async (login: Partial<S3BlobsOptions>): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const blobs = await openS3Blobs({ endpoint, region: 'us-east-1', bucket: 'cairn', ...login });
    await blobs.close();
  };

  it('is what the machine gives its programs where none is given', async () => {
    await opened({});
    expect(asked).toMatchObject([{ authorization: expect.stringContaining('Credential=ofTheMachine/') }]);
  });

  it('is the one that is given, with its token', async () => {
    await opened({ accessKeyId: 'own', secretAccessKey: 'secret', sessionToken: 'lent' });
    expect(asked).toMatchObject([
      { authorization: expect.stringContaining('Credential=own/'), token: 'lent' },
    ]);
  });
});
