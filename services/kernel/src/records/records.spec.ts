import { type InputOf, optional, record } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { userPrincipal } from '../access/principal.js';
import { freshId } from '../clock/ids.js';
import { recordAsParent, recordConformance, type RecordWorld } from './conformance.js';
import { recordModel } from './model.js';
import {
  book,
  books,
  COVER,
  libraryService,
  removeCover,
  setCover,
  shelf,
  shelves,
} from './testing/library.js';

const librarian = userPrincipal({ id: freshId(), administrator: false }, 'session');
const reader = { ...librarian, scopes: ['datasets:read'] };
const library: RecordWorld = {
  service: libraryService,
  principal: librarian,
  writer: { principal: { ...librarian, scopes: ['datasets:read', 'datasets:write'] }, code: 'scope_missing' },
  stranger: { principal: reader, code: 'scope_missing' },
  values: { attributes: (n) => ({ kind: `k${n % 2}`, [`only${n}`]: 'x' }) },
};

recordConformance(shelves, library);
recordConformance(books, {
  ...library,
  parent: recordAsParent(shelves, library),
  transitions: {
    coverSet: (running, { shelf_id = '', id = '' }) =>
      running.done(librarian, setCover, { shelf_id, id, file: COVER }),
    coverRemoved: (running, { shelf_id = '', id = '' }) =>
      running.done(librarian, removeCover, { shelf_id, id }),
  },
});

describe('what is said of a record', () => {
  const named = (name: string) => ({ ...shelf.description, fields: { [name]: optional(Type.String(), '') } });

  it.each(['id', 'deleted', 'status', 'words', 'revision', 'q'])('has no field called %s', (name) => {
    expect(() => record({ ...named(name), unique: [], example: { [name]: '' } })).toThrow(
      `Shelf: no field may be called ${name}`,
    );
  });

  it('has a parent when it is inside something, and only then', () => {
    const effects = { coverSet: () => ({}), coverRemoved: () => ({}) };
    expect(() => recordModel(book, { effects })).toThrow('Book: what says what it is in needs its parent');
    expect(() => recordModel(shelf, { parent: shelves.asParent })).toThrow('Shelf: ');
  });

  it('is in nothing that is in something itself', () => {
    const effects = { coverSet: () => ({}), coverRemoved: () => ({}) };
    expect(() => recordModel(book, { effects, parent: books.asParent })).toThrow(
      'Book: no record is in what',
    );
  });

  it('gives each command the parameters of its path', () => {
    const changed: InputOf<typeof book.commands.update> = { shelf_id: 's', id: 'b', body: { notes: null } };
    const made: InputOf<typeof book.commands.create> = { shelf_id: 's', body: { name: 'n' } };
    // @ts-expect-error nothing says on which shelf
    const placeless: InputOf<typeof book.commands.create> = { body: { name: 'n' } };
    // @ts-expect-error what is the server's no caller sends
    const cover: InputOf<typeof book.commands.create> = { shelf_id: 's', body: { name: 'n', cover: null } };
    expect([changed, made, placeless, cover].map((input) => Object.keys(input).length)).toEqual([3, 2, 1, 2]);
    expect(book.operations.create.example.body).not.toHaveProperty('shelf_id');
  });

  it('is unique within what it is in', () => {
    const unique = [{ field: 'name' }] as const;
    expect(() => record({ ...book.description, unique })).toThrow(
      'Book: what is in something is unique within',
    );
  });

  it('says what each event of its own does to its fields', () => {
    const parent = shelves.asParent;
    expect(() => recordModel(book, { parent })).toThrow('nothing says what BookCoverSet does');
    // @ts-expect-error one is missing
    expect(() => recordModel(book, { parent, effects: { coverSet: () => ({}) } })).toThrow(
      'BookCoverRemoved',
    );
    // @ts-expect-error there is no such field
    recordModel(book, { parent, effects: { coverSet: () => ({ sleeve: null }), coverRemoved: () => ({}) } });
  });
});
