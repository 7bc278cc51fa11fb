import { Type } from '@sinclair/typebox';

/** The filter `deleted` of a list. */
export const OfDeleted = Type.Boolean({
  description: 'True: what was deleted and can be restored, for who may restore it.',
});
