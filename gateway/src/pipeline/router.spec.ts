import { operation } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { handler } from '../call/handler.js';
import { routeOf } from './route.js';
import { Router } from './router.js';
import { Schemas } from './validation/schemas.js';

const Uid = Type.String({ minLength: 1, maxLength: 1000 });
const BASE = '/graphs/{id}/nodes';
const node = operation({
  id: 'getNode',
  tag: 'Nodes',
  summary: 'A node',
  method: 'GET',
  path: `${BASE}/{node_uid}`,
  access: 'signed-in',
  params: Type.Object({ id: Type.String(), node_uid: Uid }),
  replies: {},
});
const history = operation({ ...node, id: 'listNodeHistory', path: `${node.path}/history` });

/** Names that callers choose stand in paths: whatever they are, each is one parameter. */
describe('a path with a name of a caller', () => {
  const schemas = new Schemas();
  const none = async () => ({ kind: 'empty' }) as const;
  const router = new Router([node, history].map((each) => routeOf(handler(each, none), schemas)));
  const uidIn = (url: string): readonly (string | undefined)[] => {
    const found = router.find('GET', url);
    return [found?.route.operation.id, found?.params['node_uid']];
  };

  it.each([
    ['with slashes', 'a/b'],
    ['with a query and a fragment', 'a/b?c=1#d'],
    ['with what looks like an escape', 'a%2Fb'],
    ['with all that paths reserve', "a:b@c!$&'()*+,;=d"],
    ['with emoji', '👩‍👩‍👧 🦆'],
    ['not normalised', 'e\u0301 \u00e9'],
    ['of an object', '__proto__'],
    ['of an object, too', 'constructor'],
    ['of a query', '$where'],
    ['of the route', ':node_uid'],
    ['of a folder above', '..'],
    ['that begins as one', '../../etc/passwd'],
    ['of 1,000 letters', 'a'.repeat(1000)],
    ['of 1,000 umlauts', 'ü'.repeat(1000)],
    ['of 1,000 emoji', '🦆'.repeat(1000)],
  ])('%s comes through as it is', (_, uid) => {
    const encoded = encodeURIComponent(uid);
    expect(uidIn(`/graphs/g/nodes/${encoded}?a=b`)).toEqual(['getNode', uid]);
    expect(uidIn(`/graphs/g/nodes/${encoded}/history`)).toEqual(['listNodeHistory', uid]);
  });

  it.each([
    ['a%2fb', 'a/b'],
    ['%2E%2E', '..'],
    ['%5F_proto__', '__proto__'],
    ['%24where', '$where'],
    ['a+b', 'a+b'],
  ])('may escape more than it must, or less: %s', (escaped, uid) => {
    expect(uidIn(`/graphs/g/nodes/${escaped}`)).toEqual(['getNode', uid]);
  });

  it.each(['a', 'ü', '🦆'])('of 1,001 characters is no route: %s', (character) => {
    const encoded = encodeURIComponent(character.repeat(1001));
    expect(uidIn(`/graphs/g/nodes/${encoded}`)).toEqual([undefined, undefined]);
    expect(uidIn(`/graphs/g/nodes/${encoded}/history`)).toEqual([undefined, undefined]);
    expect(router.allowed(`/graphs/g/nodes/${encoded}`)).toEqual([]);
  });
});
