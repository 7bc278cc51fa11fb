import { type Static, Type } from '@sinclair/typebox';
import { OneOf, Time } from '../kit/schemas.js';

/** Who may read an asset, and until when (architecture, *Access*). */
export const ReaderRecord = Type.Object({
  token: Type.String(),
  until: Type.Optional(Time),
  role: Type.Optional(OneOf(['share_viewer', 'share_editor'])),
});
export type ReaderRecord = Readonly<Static<typeof ReaderRecord>>;
