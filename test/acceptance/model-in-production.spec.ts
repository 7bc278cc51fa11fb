/** A team switches the version of a model that is in production, with a reason, and back; later somebody asks about that day. */
import type { Model, ModelVersion } from '@cairn/contracts';
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('the version in production, on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let ben: Person;
  let model: Model;
  let first: ModelVersion;
  let second: ModelVersion;

  const id = () => ({ id: model.id });
  const version = async (name: string): Promise<ModelVersion> =>
    (await ada.client.call('createModelVersion', { params: { model_id: model.id }, body: { name } })).body;
  const asked = async (query = {}): Promise<Model> =>
    (await ada.client.call('getModel', { params: id(), query })).body;
  const activate = (who: Person, { id: version_id }: ModelVersion, body?: { readonly reason: string }) =>
    who.client.try('activateModelVersion', {
      params: { ...id(), version_id },
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, ben] = [await somebody(cairn, 'ada'), await somebody(cairn, 'ben')];
    const firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, ben);
    const body = { name: 'Lines of text', organization_id: firm, visibility: 'org' as const };
    model = (await ada.client.call('createModel', { body })).body;
    expect(model).not.toHaveProperty('activation');
    first = await version('March');
    second = await version('April');
    const share = { user_id: ben.id, role_slug: 'share_editor' as const };
    await ada.client.call('createModelShare', { params: id(), body: share });
  });
  afterAll(() => cairn.leave());

  it('was which on a day, by whom and why: one request; switching back is another', async () => {
    const began = (await asked()).activation!;
    expect(began).toMatchObject({ version_id: first.id, user_id: ada.id, reason: '' });
    const reason = 'accuracy 0.97 instead of 0.91';
    const switched = (await activate(ben, second, { reason })).body as Model;
    const { activation: that } = switched;
    const at = expect.any(String) as string;
    expect(that).toEqual({ version_id: second.id, user_id: ben.id, at, reason });
    const back = await activate(ada, first, { reason: 'blank on old phones' });
    expect([back.status, back.body]).toMatchObject([
      200,
      {
        active_version_id: first.id,
        activation: { version_id: first.id, user_id: ada.id, reason: 'blank on old phones' },
      },
    ]);
    expect(await asked({ as_of: that!.at })).toMatchObject({
      active_version_id: second.id,
      activation: that,
    });
    expect((await asked({ as_of: began.at })).activation).toEqual(began);
    const { body: listed } = await ada.client.call('listModels', { query: { as_of: that!.at } });
    expect(listed.find((one) => one.id === model.id)?.activation).toEqual(that);
  });

  it('is told with its reasons by the history', async () => {
    const { body } = await ada.client.call('listModelHistory', { params: id() });
    const told = body.flatMap(({ actor, changes }) =>
      changes
        .filter(({ path }) => path === '/activation/reason')
        .map(({ after }) => [actor.id, after] as const),
    );
    expect(told).toEqual([
      [ben.id, 'accuracy 0.97 instead of 0.91'],
      [ada.id, 'blank on old phones'],
    ]);
  });

  it('is switched without a reason too, by no body, and with none that is too long', async () => {
    const long = await activate(ada, second, { reason: 'x'.repeat(1_001) });
    expect(long).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reason' }] } });
    expect((await activate(ben, second)).body).toMatchObject({
      activation: { version_id: second.id, user_id: ben.id, reason: '' },
    });
  });

  it('is after an undoing what it was before, by who undid', async () => {
    const { body } = await ada.client.call('listModelHistory', { params: id(), query: { limit: 200 } });
    const { revision } = body.at(-1)!;
    await ada.client.call('revertModel', { params: id(), body: { revision } });
    expect((await asked()).activation).toMatchObject({
      ...{ version_id: first.id, user_id: ada.id, reason: '' },
    });
  });
});
