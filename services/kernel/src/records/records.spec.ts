import { userPrincipal } from '../access/principal.js';
import { freshId } from '../clock/ids.js';
import { recordAsParent, recordConformance, type RecordWorld } from './conformance.js';
import { books, COVER, libraryService, removeCover, setCover, shelves } from './testing/library.js';

const librarian = userPrincipal({ id: freshId(), administrator: false }, 'session');
const reader = { ...librarian, scopes: ['datasets:read'] };
const library: RecordWorld = {
  service: libraryService,
  principal: librarian,
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
