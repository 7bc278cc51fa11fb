import { contentForEach, type ContentUnderTest, type VersionPath } from '../../testing/content-under-test.js';
import { graphNodes } from './queries.js';

describe('pages of the past', () => {
  let content: ContentUnderTest;
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
  });

  it('of a moment at which nothing was there are one, however much there was at others', async () => {
    const uids = Array.from({ length: 5_500 }, (_, index) => `n${index}`);
    await content.bulkNodes(path, { nodes: [{ uid: 'first' }] });
    await content.bulkNodes(path, { delete: ['first'] });
    await content.bulkNodes(path, { nodes: uids.map((uid) => ({ uid })) });
    const nothing = { elements: [], total: 0, totalExact: true };
    const page = { limit: 10, sort: 'uid' };
    for (const filters of [{}, { label: 'Bird' }])
      expect(await graphNodes.list(await content.readingAt(path, 1), path, page, filters)).toEqual(nothing);
    const [first] = await content.events(path);
    const pointInTime = { at: new Date(Date.parse(first!.metadata.at) - 1).toISOString() };
    expect(await graphNodes.list({ ...content.reading(), pointInTime }, path, page)).toEqual(nothing);
  });
});
