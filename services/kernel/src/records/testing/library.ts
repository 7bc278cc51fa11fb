import {
  command,
  FileRecord,
  Name,
  Nullable,
  optional,
  own,
  Prose,
  record,
  required,
  Uuid,
  uniqueName,
} from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { notFound } from '../../base/refusal.js';
import { defineService } from '../../definition/define-service.js';
import { serviceCommand } from '../../context/command.js';
import { recordModel } from '../model.js';

/** A made-up pair of records, for specs: books stand on shelves, and have a cover that is a file. */
const AREA = 'library';
const access = { read: 'datasets:read', write: 'datasets:write', delete: 'datasets:delete' } as const;
const tag = 'Library';

export const COVER = {
  sha256: 'c0'.repeat(32),
  size: 2048,
  content_type: 'image/png',
  file_name: 'cover.png',
};

export const shelf = record({
  area: AREA,
  entity: 'shelf',
  title: 'Shelf',
  plural: 'Shelves',
  tag,
  paths: { many: '/shelves', one: '/shelves/{id}', update: '/shelves' },
  access,
  fields: {
    name: required(uniqueName(), { sort: true, words: true }),
    room: optional(Type.String({ maxLength: 100 }), 'hall', { filter: true }),
    locked: optional(Type.Boolean(), false, { filter: true }),
    attributes: optional(Type.Record(Type.String(), Type.String()), {}),
  },
  unique: [{ field: 'name' }],
  example: { name: 'poetry', room: 'hall', locked: false, attributes: {} },
});

export const book = record({
  area: AREA,
  entity: 'book',
  title: 'Book',
  tag,
  paths: { many: '/shelves/{shelf_id}/books', one: '/shelves/{shelf_id}/books/{id}' },
  access,
  inside: 'shelf_id',
  fields: {
    shelf_id: own(Uuid, ''),
    name: required(Name, { sort: true, words: true }),
    notes: optional(Prose, ''),
    pages: optional(Type.Integer({ minimum: 0 }), 0, { sort: true, filter: true }),
    lent: optional(Type.Boolean(), false, { filter: true }),
    cover: own(Nullable(FileRecord), null),
  },
  transitions: {
    coverSet: { description: 'It has a cover.', schema: FileRecord, example: COVER },
    coverRemoved: { description: 'It has no cover.', schema: Type.Object({}), example: {} },
  },
  unique: [{ field: 'name', within: 'shelf_id' }],
  example: {
    shelf_id: '018f4d1a-0000-7000-8000-000000000002',
    name: 'collected poems',
    notes: '',
    pages: 320,
    lent: false,
    cover: null,
  },
});

const ofBook = { shelf_id: Uuid, id: Uuid };
export const setCover = command('library.setCover', Type.Object({ ...ofBook, file: FileRecord }));
export const removeCover = command('library.removeCover', Type.Object(ofBook));

export const shelves = recordModel(shelf);
const { coverSet, coverRemoved } = book.transitions;
const covered = ({ before: { cover } }: { readonly before: { readonly cover: FileRecord | null } }) =>
  cover === null ? coverRemoved.of({}) : coverSet.of(cover);
export const books = recordModel(book, {
  parent: shelves.asParent,
  effects: { coverSet: (cover) => ({ cover }), coverRemoved: () => ({ cover: null }) },
  inverses: { coverSet: covered, coverRemoved: covered },
});

export const libraryService = defineService({
  name: AREA,
  records: [shelves, books],
  commands: [
    serviceCommand(setCover, ({ id, shelf_id, file }, { executeAddressed }) =>
      executeAddressed(books.aggregate, id, {
        decide: (state) =>
          state.status === 'live' && state.values.shelf_id === shelf_id ? [coverSet.of(file)] : notFound(),
      }),
    ),
    serviceCommand(removeCover, ({ id, shelf_id }, { executeAddressed }) =>
      executeAddressed(books.aggregate, id, {
        decide: (state) =>
          state.status === 'live' && state.values.shelf_id === shelf_id ? [coverRemoved.of({})] : notFound(),
      }),
    ),
  ],
});
