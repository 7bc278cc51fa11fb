import { userPrincipal } from '../access/principal.js';
import { freshId } from '../clock/ids.js';
import { refuse } from '../base/refusal.js';
import { defineService } from '../definition/define-service.js';
import { ServiceUnderTest } from '../testkit/index.js';
import { recordModel } from './model.js';
import { shelf } from './testing/library.js';

const full = refuse('invalid_body', 'A locked shelf has a room.', [
  { pointer: '/room', code: 'required', message: 'is needed' },
]);
const shelves = recordModel(shelf, {
  check: ({ next }) => (next?.locked === true && next.room === '' ? full : undefined),
});

describe('a rule of a record', () => {
  const librarian = userPrincipal({ id: freshId(), administrator: false }, 'session');
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(defineService({ name: 'library', records: [shelves] }));
  });
  afterAll(() => running.stop());

  it('holds for what is made and changed, and says for which field', async () => {
    const { create, update } = shelf.commands;
    const made = { body: { name: 'maps', room: '', locked: true } };
    expect(await running.send(librarian, create, made)).toMatchObject({ errors: [{ pointer: '/room' }] });
    const id = await running.make(librarian, create, { body: { name: 'maps', locked: true } }, 'shelf');
    const emptied = await running.send(librarian, update, { body: { id, room: '' } });
    expect(emptied).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/room' }] });
  });

  it('holds for what is undone, of which no field is in the body', async () => {
    const { create, update, revert } = shelf.commands;
    const id = await running.make(librarian, create, { body: { name: 'atlases', room: '' } }, 'shelf');
    await running.done(librarian, update, { body: { id, room: 'cellar' } });
    await running.done(librarian, update, { body: { id, locked: true } });
    const undone = await running.send(librarian, revert, { id, body: { revision: 1 } });
    expect(undone).toMatchObject({
      code: 'not_revertible',
      detail: expect.stringContaining('has a room') as string,
    });
    expect(undone).not.toHaveProperty('errors');
  });
});
