import { codeIn } from '../support/answers.js';
import { every, everyOperation } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

describe.each(topologies)('bodies with a head on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    world = await makeWorld(ada);
  });
  afterAll(() => cairn.leave());

  it('are no forms, need bytes, end behind their head, and are not compressed', () =>
    everyOperation(
      every(({ upload }) => upload?.head !== undefined),
      async (operation) => {
        const told = async (headers: Record<string, string>, body: string) => {
          const answer = await fetch(cairn.baseUrl + pathIn(world, operation), {
            method: 'POST',
            headers: { authorization: `Bearer ${ada.token}`, ...headers },
            body,
          });
          return codeIn({ status: answer.status, text: await answer.text(), headers: answer.headers });
        };
        const form = { 'content-type': 'multipart/form-data; boundary=none' };
        const header = operation.upload?.head?.header ?? '';
        for (const type of [form, {}]) {
          expect(await told(type, '')).toBe('file_missing');
          expect(await told(type, 'x')).toBe('model_not_runnable');
        }
        for (const bytes of ['2', '0', '1.0'])
          expect(await told({ [header]: bytes }, 'x')).toBe('invalid_header');
        expect(await told({ 'content-encoding': 'gzip' }, 'x')).toBe('unsupported_media_type');
      },
    ));
});
