import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { shareEndings } from './sharing.js';

const OfShare = { id: Uuid, share_id: Uuid };

/** The commands on the shares of assets of one kind that are no operation's of that kind; `id` is the asset's. */
export const shareCommands = <const Area extends string>(area: Area) =>
  ({
    /** The token is what was mailed. */
    acceptShare: command(`${area}.acceptShare`, Type.Object({ ...OfShare, token: Type.String() })),
    /** Sent by a policy: the share is for an address that is verified as that of the person. */
    acceptShareFor: command(`${area}.acceptShareFor`, Type.Object({ ...OfShare, user_id: Uuid })),
    /** Sent by a timer, 30 days after a share that nobody has accepted, and when whoever it waited for is erased. */
    lapseShare: command(
      `${area}.lapseShare`,
      Type.Object({ ...OfShare, reason: Type.Optional(OneOf(shareEndings)) }),
    ),
  }) as const;

/** Of assets of any kind. */
export type ShareCommands = ReturnType<typeof shareCommands<string>>;
