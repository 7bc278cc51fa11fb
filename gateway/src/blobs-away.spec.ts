import { BlobsUnavailable, type Logger } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

const PATH = '/api/v1/things/01890000-0000-7000-8000-000000000001/upload';
const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\ncontent\r\n--b--';

/** What a port says is told as it is, whatever the file came in: nothing is wrong with the request. */
describe('an upload while the blobs are away', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const one = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const logger: Logger = {
    ...one,
    error: (facts) => write(String('err' in facts ? facts.err : '')),
    child: () => logger,
  };
  const away = (): never => {
    throw new BlobsUnavailable('S3 is not reached');
  };
  beforeAll(async () => {
    edge = await startEdge({
      logger,
      blobs: {
        put: async () => away(),
        open: async () => away(),
        info: async () => away(),
        collect: async () => away(),
      },
    });
  });
  afterAll(() => edge.stop());

  it.each([
    ['a raw body', 'content', 'text/plain'],
    ['a form', form, 'multipart/form-data; boundary=b'],
  ])('is told to come again: %s', async (_name, body, type) => {
    const { status, body: told, header } = await send('POST', PATH, body, { 'content-type': type });
    expect([status, told.code, header('retry-after')]).toEqual([503, 'service_unavailable', '1']);
    await until(async () => lines.some((line) => line.includes('BlobsUnavailable')));
    lines.length = 0;
  });
});
