import { form, names, startUploads, type Uploads } from '../../testkit/uploads.js';

describe('a form that stands for a body', () => {
  let uploads: Uploads;
  beforeAll(async () => (uploads = await startUploads()));
  beforeEach(() => (uploads.options.set = { isBody: true }));
  afterAll(() => uploads.stop());

  const post: Uploads['post'] = (...sent) => uploads.post(...sent);
  const json = (text: string, type = 'application/json'): FormData => {
    const data = form(['file', 'x', 'f.txt']);
    data.append('request', new Blob([text], { type }));
    return data;
  };

  it('may be without a file, and without anything', async () => {
    expect(await post(form(['note', 'hello']))).toEqual({
      upload: { files: [], fields: { note: 'hello' } },
    });
    const empty = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await post('--b--\r\n', empty)).toEqual({ upload: { files: [], fields: {} } });
    expect(await post('', empty)).toEqual({ problem: 'malformed_request' });
  });

  it('has its body in `request`, under a file name too, which is stored nowhere', async () => {
    const lying = uploads.stored();
    expect(await post(form(['request', '{"a":1}']))).toEqual({
      upload: { files: [], fields: { request: '{"a":1}' } },
    });
    const data = new FormData();
    data.append('request', new Blob(['{"ä":1}'], { type: 'application/json' }));
    expect(await post(data)).toEqual({ upload: { files: [], fields: { request: '{"ä":1}' } } });
    expect(uploads.stored()).toBe(lying);
    const both = await post(json('{}'));
    expect([names(both), both]).toMatchObject([['file:f.txt'], { upload: { fields: { request: '{}' } } }]);
  });

  it.each([
    ['is no JSON', json('<a/>', 'text/xml'), 'unsupported_media_type'],
    ['is in another charset', json('{}', 'application/json; charset=latin1'), 'unsupported_media_type'],
    ['is large', json('x'.repeat(64_001)), 'payload_too_large'],
    ['is large and no JSON', json('x'.repeat(500_000), 'image/png'), 'unsupported_media_type'],
    ['stands twice', form(['request', '{}'], ['request', '{}']), 'malformed_request'],
    ['holds NUL', json('\0'), 'invalid_body'],
  ])('refuses a `request` that %s', async (_, data, problem) => {
    expect(await post(data)).toEqual({ problem });
  });

  it('takes a file of the name `request` where it is no body', async () => {
    uploads.options.set = {};
    expect(names(await post(form(['request', 'x', 'r.txt'])))).toEqual(['request:r.txt']);
    expect(await post(form(['a', '1'], ['a', '2'], ['file', 'x', 'f.txt']))).toMatchObject({
      upload: { fields: { a: '2' } },
    });
  });
});
