import { application, modelCommands } from '@cairn/contracts';
import { anAdministrator, recordConformance, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { applications } from './applications.js';
import { usersOfApplication } from './read-models/users-of-application.js';
import { modelsService } from './service.js';

const page = { limit: 10, sort: 'created_at' };

recordConformance(applications, {
  service: modelsService,
  principal: anAdministrator(),
  stranger: { principal: someone(), code: 'administrator_required' },
});

/** What is special about them. */
describe('applications', () => {
  const admin = anAdministrator();
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService);
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

  it('tell who has models of them', async () => {
    const application_id = await made('counted');
    const [bob, body] = [someone(), { name: 'm', application_id }];
    for (const owner of [ada, bob, bob]) await running.done(owner, modelCommands.createModel, { body });
    const gone = await running.make(bob, modelCommands.createModel, { body }, 'model');
    await running.done(bob, modelCommands.deleteModel, { id: gone });
    expect(await usersOfApplication(running.reading(admin), application_id)).toEqual([
      { user_id: bob.userId, count: 2 },
      { user_id: ada.userId, count: 1 },
    ]);
  });
});
