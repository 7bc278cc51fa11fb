import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';

const amountOf = (description: string) =>
  Type.Object({
    used: Type.Integer({ minimum: 0, description }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: there is none.' })),
  });

/** What an account or an organization uses and may use. Cairn's own addition: the specification has no quotas. */
export const Usage = resource('Usage', {
  datasets: amountOf('Datasets that are charged to it, deleted ones too until they are purged.'),
  items: amountOf('Items in them, deleted ones too.'),
  bytes: amountOf('Bytes of files and events in them, former ones too.'),
});
export type Usage = Readonly<Static<typeof Usage>>;
