import { groupCommands, type GroupKindName, operations } from '@cairn/contracts';
import { memberById, membersOf } from '@cairn/identity';
import type { QueryContext } from '@cairn/kernel';
import type { AnyHandler } from '../../call/handler.js';
import { list, resource } from '../resource.js';

/** How the answer of a command is read that was just done. */
export const DONE = { deletedToo: true, afterwards: true } as const;

interface MemberPath {
  readonly id: string;
  readonly user_id: string;
}

/** Who is in one kind of group: a member is addressed by the person, and its tag is of all that the person is in. */
export const memberHandlers = (
  kind: GroupKindName,
  noun: Capitalize<GroupKindName>,
): readonly AnyHandler[] => {
  const member = resource({
    path: operations[`get${noun}Member`].path,
    commands: groupCommands,
    read: (context, { id, user_id: userId }: MemberPath, deleted) =>
      memberById(context, { kind, id }, userId, deleted),
  });
  /** What was done is told to who did it, also where the group or the member is gone by then. */
  const read = (context: QueryContext, { id, user_id: userId }: MemberPath) =>
    memberById(context, { kind, id }, userId, DONE);
  return [
    list(operations[`list${noun}Members`], ({ context, params: { id }, page, filters }) =>
      membersOf(context, { kind, id }, page, filters),
    ),
    member.get(operations[`get${noun}Member`]),
    member.create(operations[`add${noun}Member`], { idOf: ({ body }) => body.user_id, read }),
    member.update(operations[`update${noun}Member`], { read }),
    member.remove(operations[`remove${noun}Member`]),
  ];
};
