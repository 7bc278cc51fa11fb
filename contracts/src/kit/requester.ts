import { type Static, Type } from '@sinclair/typebox';
import { OneOf } from './schemas.js';

/** Who asked for durable work: what it may do is looked up anew at each of its steps. */
export const Requester = Type.Object(
  {
    kind: OneOf(['user', 'key']),
    user_id: Type.String({ description: 'The person; of a key its owner.' }),
    session_id: Type.Optional(Type.String()),
    api_key_id: Type.Optional(Type.String()),
    organization_id: Type.Optional(Type.String({ description: 'What the key is bound to.' })),
  },
  { description: 'Who asked: the work may do what they may at each of its steps.' },
);
export type Requester = Readonly<Static<typeof Requester>>;
