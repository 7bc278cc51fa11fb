import { randomBytes } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { requests, type RunningEdge, startEdge } from '../../testkit/edge.js';

describe('a file whose head cannot be sent', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());
  beforeEach(() => {
    const refuse = (): never => {
      throw new TypeError('Invalid character in header content');
    };
    jest.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(refuse);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is closed again', async () => {
    const { blobs } = edge.engines;
    const { sha256, size } = await blobs.put(Readable.from([randomBytes(1000)]), { maxBytes: 1000 });
    const opened = jest.spyOn(blobs, 'open');
    edge.knobs.fail = async () => ({ kind: 'file', sha256, size, contentType: 'text/csv', fileName: 'a' });
    expect((await send('POST', '/api/v1/broken')).status).toBe(500);
    const content = await (opened.mock.results[0]!.value as Promise<Readable>);
    expect(content.destroyed).toBe(true);
  });

  it('is closed again when it is made while it is sent', async () => {
    let isClosed = false;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('a,b\n');
        yield Buffer.from('1,2\n');
      } finally {
        isClosed = true;
      }
    };
    edge.knobs.fail = async () => ({
      kind: 'stream',
      content: content(),
      contentType: 'text/csv',
      fileName: 'a',
    });
    expect((await send('POST', '/api/v1/broken')).status).toBe(500);
    expect(isClosed).toBe(true);
  });
});
