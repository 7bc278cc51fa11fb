/** A new administrator works by docs/administration.md: its lines, from the top to the end, on a Cairn that people use. */
import { randomUUID } from 'node:crypto';
import { exampleError } from '@cairn/contracts';
import { allLinesOf, ranAs } from '../support/documented.js';
import { foundFirm } from '../support/firm.js';
import { keepErrorOf } from '../support/journal.js';
import { PASSWORD, type Person } from '../support/people.js';
import { ADMINISTRATOR, type RunningCairn, topologies } from '../support/topology.js';

const said = (line: RegExp): unknown => expect.stringMatching(line);

describe.each(topologies)('docs/administration.md on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await registered('ada');
    await foundFirm(await registered('grace'));
    const { body: model } = await ada.client.call('createModel', { body: { name: 'birds' } });
    await ada.client.call('uploadModel', {
      params: { id: model.id },
      query: { asset_type: 'labels_file' },
      file: { name: 'labels.txt', contentType: 'text/plain', content: 'puffin\n' },
    });
    await ada.client.try('listUsers');
    await keepErrorOf(cairn, { ...exampleError, id: randomUUID(), user_id: ada.id, name: 'TypeError' });
  });
  afterAll(() => cairn.remove());

  const registered = async (username: string): Promise<Person> => {
    const email = `${username}@example.org`;
    const names = { name: 'Doe', firstname: 'Jo' };
    await cairn.client().call('register', { body: { username, email, ...names, password: PASSWORD } });
    const { body } = await cairn.client().call('login', { body: { username, password: PASSWORD } });
    return { id: body.id, username, email, token: body.apikey, client: cairn.client(body.apikey) };
  };

  it('is as it stands there, and says what the page says', async () => {
    const told = await ranAs(allLinesOf('docs/administration.md'), {
      CAIRN: cairn.baseUrl,
      ADMIN: ADMINISTRATOR.email,
      PASSWORD: ADMINISTRATOR.password,
    });
    expect(told.trim().split('\n')).toEqual([
      // every day
      ...['ready', `[ { name: 'TypeError', entity: 'dataset', count: 12 } ]`, '[]', '[]'],
      // somebody cannot sign in
      ...[`[ { username: 'ada', disabled: false } ]`, '{', '  email_verified: false,'],
      ...['  second_factor: false,', '  failed_logins: 0,', said(/^ {2}last_login: /), '  sessions: 1', '}'],
      // let in again
      '0',
      // shut, opened; shut with a successor; appointed, and no longer
      ...['true', 'false', 'true', 'true', 'false'],
      // applications; a model that is in service stays as it is
      ...['true', '[]', '0', `[ { name: 'birds', cannot_infer_reason: 'no_onnx_model' } ]`, 'false'],
      // work under way, and what failed
      ...['[]', '[]'],
      // projections; what was replayed and rebuilt
      ...['[', ...Array<unknown>(3).fill(said(/^ {2}'datasets\.\w+@\d+ live \d+',?$/)), ']', '0', 'datasets'],
      // who was refused; an error that is mended
      ...['[', '  {', `    method: 'GET',`, `    path: '/admin/users',`],
      ...[`    error_code: 'administrator_required'`, '  }', ']', 'true'],
      // rates and quotas; nobody is at a bound
      ...['600', '500', '[]', '0', '0', '0'],
    ]);
  }, 240_000);
});
