import { type EventLog, pause, type Principal, streamOf } from '@cairn/kernel';
import { membership } from '../domain/membership/state.js';
import { startWithPeople, type WithPeople } from '../testing/asking.js';

/** The same log, which tells whoever follows it a while later. */
const slowlyFollowed = (log: EventLog): EventLog =>
  new Proxy(log, {
    get: (target, name) => {
      if (name === 'subscribe')
        return async function* (options: Parameters<EventLog['subscribe']>[0]) {
          for await (const batch of target.subscribe(options)) {
            await pause(50);
            yield batch;
          }
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

describe('a role that is given and deleted at the same moment', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let firm: string;
  let people: readonly Principal[];
  beforeEach(async () => {
    ({ under, its, grace } = await startWithPeople(slowlyFollowed));
    firm = await its.firm(grace);
    people = await Promise.all(['joan', 'hal'].map((name) => its.somebody(name)));
    for (const who of people) await its.join(grace, firm, who);
  });
  afterEach(() => under.remove());

  const made = (slug: string): Promise<string> => {
    const body = { name: slug, slug, scope: 'organization', organization_id: firm };
    return its.make(grace, 'createRole', { ...body, permissions: ['organizations:read'] }, 'role');
  };
  const given = (id: string) =>
    people.map(({ userId: user_id }) =>
      under.send(
        'updateOrganizationMember',
        { id: firm, user_id, body: { role_id: id } },
        { principal: grace },
      ),
    );
  const isInLog = async ({ userId }: Principal, id: string): Promise<void> => {
    for (;;) {
      const last = (await under.log.read(streamOf(membership, userId))).at(-1);
      if (JSON.stringify(last?.data).includes(id)) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const deleted = (id: string) => under.send('deleteRole', { id }, { principal: grace });

  it('is held, and read models that lag do not hide that', async () => {
    for (const turn of ['one', 'two', 'three']) {
      const id = await made(turn);
      const giving = given(id);
      await Promise.all(people.map((who) => isInLog(who, id)));
      const replies = await Promise.all([...giving, deleted(id)]);
      expect(replies).toMatchObject([{ status: 'done' }, { status: 'done' }, { code: 'role_in_use' }]);
    }
  });

  it('or is not there, and nobody holds it', async () => {
    for (const turn of ['one', 'two', 'three']) {
      const id = await made(turn);
      const replies = await Promise.all([deleted(id), ...given(id)]);
      const refused = { code: 'invalid_body' };
      expect(replies).toMatchObject([{ status: 'done' }, refused, refused]);
    }
  });
});
