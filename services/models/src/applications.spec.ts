import {
  type AdminSimpleUserInfo,
  application,
  exampleUser,
  type identityQueries,
  type InputOf,
  modelCommands,
  modelQueries,
} from '@cairn/contracts';
import {
  CalledServiceUnavailable,
  type CallMessage,
  type CallReply,
  type Json,
  type Principal,
  ServiceUnavailable,
} from '@cairn/kernel';
import { anAdministrator, recordConformance, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { applications } from './applications.js';
import { modelsService } from './service.js';

const page = { limit: 10, sort: 'created_at' };

recordConformance(applications, {
  service: modelsService,
  principal: anAdministrator(),
  stranger: { principal: someone(), code: 'administrator_required' },
});

type People = InputOf<typeof identityQueries.peopleById>;

/** What identity tells of somebody, and what is made of it. */
const person = (id: string) => ({ ...exampleUser, id });
const told = (id: string): Omit<AdminSimpleUserInfo, 'count'> => {
  const { hashed_password, apikey, reset_token, invite_token, ...shown } = person(id);
  expect([hashed_password, apikey, reset_token, invite_token].join('')).toBe('');
  return shown;
};
const people = ({ ids }: People): CallReply => ({ status: 'answered', answer: ids.map(person) });

/** Identity, as it is asked and as it answers. */
const identity = {
  asked: [] as CallMessage[],
  answer: people,
  call: async (message: CallMessage) => {
    identity.asked.push(message);
    return identity.answer(message.input as Json & People);
  },
};

/** What is special about them. */
describe('applications', () => {
  const admin = anAdministrator();
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService, { find: () => identity });
  });
  afterAll(() => running.stop());

  const made = (name: string, more = {}): Promise<string> =>
    running.make(admin, application.commands.create, { body: { name, ...more } }, 'application');

  it('are the administrators’ to make and to see, but for those that are offered', async () => {
    await made('sound tagger');
    await made('old tagger', { disabled: true });
    const refused = await running.send(ada, application.commands.create, { body: { name: 'x' } });
    expect(refused).toMatchObject({ code: 'administrator_required' });
    expect(await applications.queries.list(running.reading(ada), {}, page)).toMatchObject({
      refused: 'administrator_required',
    });
    const offered = await applications.queries.listOpenly(running.reading(ada), page, {
      q: 'tagger',
      disabled: false,
    });
    expect(offered.elements.map(({ name }) => name)).toEqual(['sound tagger']);
  });

  describe('tell administrators who has models of them', () => {
    let application_id: string;
    let bob: Principal;
    beforeAll(async () => {
      application_id = await made('counted');
      bob = someone();
      const body = { name: 'm', application_id };
      for (const owner of [ada, bob, bob]) await running.done(owner, modelCommands.createModel, { body });
      const gone = await running.make(bob, modelCommands.createModel, { body }, 'model');
      await running.done(bob, modelCommands.deleteModel, { id: gone });
    });
    beforeEach(() => {
      identity.asked.length = 0;
      identity.answer = people;
    });

    const usersOf = (who: Principal) => running.ask(who, modelQueries.usersOfApplication, { application_id });

    it('as identity tells them of it, with their counts, those with the most first', async () => {
      expect(await usersOf(admin)).toEqual([
        { ...told(bob.userId), count: 2 },
        { ...told(ada.userId), count: 1 },
      ]);
      expect(identity.asked).toMatchObject([
        {
          name: 'identity.peopleById',
          input: { ids: [bob.userId, ada.userId] },
          onBehalfOf: { kind: 'user', user_id: admin.userId },
          through: ['specs', 'models'],
        },
      ]);
    });

    it('without who is not there any more', async () => {
      identity.answer = ({ ids }) => people({ ids: ids.filter((id) => id !== bob.userId) });
      expect(await usersOf(admin)).toEqual([{ ...told(ada.userId), count: 1 }]);
    });

    it('and nobody else; what identity refuses is refused', async () => {
      expect(await usersOf(ada)).toMatchObject({ refused: 'administrator_required' });
      expect(identity.asked).toEqual([]);
      identity.answer = () => ({ status: 'refused', code: 'administrator_required', detail: 'No.' });
      expect(await usersOf(admin)).toMatchObject({ refused: 'administrator_required', detail: 'No.' });
    });

    it('not while identity is away', async () => {
      identity.answer = () => {
        throw new ServiceUnavailable('identity is away');
      };
      await expect(usersOf(admin)).rejects.toBeInstanceOf(CalledServiceUnavailable);
    });
  });
});
