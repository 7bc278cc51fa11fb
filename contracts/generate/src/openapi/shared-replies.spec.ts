import type { JsonMap } from '../json.js';
import { resolverOf } from '../summary/resolved.js';
import { Components } from './components.js';
import { openApiDocument } from './document.js';
import { withSharedReplies } from './shared-replies.js';

const repliesIn = (paths: JsonMap): readonly JsonMap[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods as Record<string, JsonMap>).flatMap(({ responses }) =>
      Object.values(responses as Record<string, JsonMap>),
    ),
  );
const birdOf = (description: string): JsonMap => ({ description, content: { 'application/json': {} } });
const operationOf = (operationId: string, ...replies: JsonMap[]): JsonMap => ({
  operationId,
  responses: Object.fromEntries(replies.map((reply, index) => [String(200 + index), reply])),
});

describe('replies of operations', () => {
  const paths: JsonMap = {
    '/birds': {
      get: operationOf('getBird', birdOf('A bird.'), birdOf('Another.')),
      put: operationOf('putBird', birdOf('A bird.'), birdOf('A third.')),
    },
    '/gulls': { get: operationOf('getGull', birdOf('A bird.'), { $ref: '#/components/responses/none' }) },
  };

  it('that are said more than once stand once, under the name of who says them first', () => {
    const components = new Components();
    const shared = withSharedReplies(paths, components);
    expect(components.responses()).toEqual({ 'getBird.200': birdOf('A bird.') });
    expect(repliesIn(shared)).toEqual([
      { $ref: '#/components/responses/getBird.200' },
      birdOf('Another.'),
      { $ref: '#/components/responses/getBird.200' },
      birdOf('A third.'),
      { $ref: '#/components/responses/getBird.200' },
      { $ref: '#/components/responses/none' },
    ]);
    const responses = { ...components.responses(), none: {} };
    const resolve = resolverOf({ components: { responses } });
    expect(resolve(shared)).toEqual(resolve(paths));
  });

  it('stand once in the document of all', () => {
    const { paths: all } = openApiDocument();
    const inPlace = repliesIn(all as JsonMap)
      .filter((reply) => !('$ref' in reply))
      .map((reply) => JSON.stringify(reply));
    expect(inPlace.length).toBeGreaterThan(100);
    expect(new Set(inPlace).size).toBe(inPlace.length);
  });
});
