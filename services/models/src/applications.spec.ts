import { modelCommands } from '@cairn/contracts';
import { anAdministrator, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { applicationById, applicationHistory, applications } from './read-models/applications/queries.js';
import { modelsService } from './service.js';

const page = { limit: 10, sort: 'created_at' };

describe('applications', () => {
  const admin = anAdministrator();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService);
  });
  afterAll(() => running.stop());

  const made = (name: string, more = {}): Promise<string> =>
    running.make(admin, modelCommands.createApplication, { body: { name, ...more } }, 'application');
  const namesOf = async (filters: Parameters<typeof applications>[2]): Promise<readonly string[]> =>
    (await applications(running.reading(someone()), page, filters)).elements.map(({ name }) => name);

  it('are listed by what they are, found by their names, and left out when they are deleted', async () => {
    await made('sound tagger');
    await made('old tagger', { disabled: true });
    const gone = await made('gone tagger');
    await running.done(admin, modelCommands.deleteApplication, { id: gone });
    expect(await namesOf({ q: 'tagger' })).toEqual(['sound tagger', 'old tagger']);
    expect(await namesOf({ q: 'tagger', disabled: false })).toEqual(['sound tagger']);
    expect(await namesOf({ q: 'sou' })).toEqual(['sound tagger']);
    expect(await applicationById(running.reading(admin), gone)).toBeUndefined();
    const { resource } = (await applicationById(running.reading(admin), gone, { deletedToo: true }))!;
    expect(resource).toMatchObject({ id: gone, name: 'gone tagger' });
    expect(Object.keys(resource)).not.toEqual(expect.arrayContaining(['deleted']));
  });

  it('have a history, and can be read as they were', async () => {
    const id = await made('first name');
    const before = (await applicationById(running.reading(admin), id))!.resource.created_at;
    await running.later(before);
    await running.done(admin, modelCommands.updateApplication, { body: { id, name: 'second name' } });
    const then = running.readingAt(admin, before);
    expect((await applicationById(then, id))?.resource.name).toBe('first name');
    const history = await applicationHistory(running.engines, running.reading(admin), id, {
      limit: 10,
      sort: 'revision',
    });
    expect(history?.elements.map(({ type, changes }) => [type, changes.map(({ path }) => path)])).toEqual([
      ['models.application.created.v1', expect.arrayContaining(['/name', '/disabled'])],
      ['models.application.updated.v1', ['/name']],
    ]);
    expect(history?.elements[1]?.changes[0]).toMatchObject({ before: 'first name', after: 'second name' });
  });

  it('are searched in documents that a rebuild makes the same', async () => {
    const id = await made('to be rebuilt');
    await running.done(admin, modelCommands.updateApplication, { body: { id, name: 'rebuilt' } });
    const found = async () => (await applications(running.reading(admin), page, { q: 'rebuilt' })).elements;
    const before = await found();
    await running.rebuild('models.applications');
    expect(await found()).toEqual(before);
    expect(before.map((one) => one.id)).toEqual([id]);
  });
});
