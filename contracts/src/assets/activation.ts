import { type Static, Type } from '@sinclair/typebox';
import { Time, Uuid } from '../kit/schemas.js';

/** Why a version is made the active one. */
export const ActivationRequest = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 1000 })) });

/** Which version was made the active one, when, by whom, why. */
export const Activation = Type.Object(
  {
    version_id: Uuid,
    at: Time,
    user_id: Type.String({ description: 'Who made it so, also by a key of theirs.' }),
    reason: Type.String({ description: 'Empty where none was given.' }),
  },
  {
    description:
      'Who made the active version the active one, when and why; or who gave another reason for it last. ' +
      'Absent while there is none, while the newest stands ' +
      'in for one that is gone, and for who may only read where it was before `history_from`.',
  },
);
export type Activation = Readonly<Static<typeof Activation>>;

/** What the event tells. */
export const VersionActivated = Type.Object({
  version_id: Uuid,
  previous: Type.String({ description: 'The same version where another reason was given for it.' }),
  user_id: Type.Optional(Type.String({ description: 'Who made it so, also by a key of theirs.' })),
  reason: Type.Optional(Type.String({ description: 'Why; absent where none was given.' })),
});

export const exampleActivated = {
  version_id: '018f4d1a-0000-7000-8000-000000000003',
  previous: '018f4d1a-0000-7000-8000-000000000002',
  user_id: '018f4d1a-0000-7000-8000-000000000009',
  reason: 'Half as many errors in May.',
} satisfies Static<typeof VersionActivated>;
