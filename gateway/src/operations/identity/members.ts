import { groupCommands, type GroupKindName, operations } from '@cairn/contracts';
import { memberById, membersOf } from '@cairn/identity';
import type { AnyHandler } from '../handler.js';
import { list, resource } from '../resource.js';

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
  return [
    list(operations[`list${noun}Members`], ({ context, params: { id }, page, filters }) =>
      membersOf(context, { kind, id }, page, filters),
    ),
    member.get(operations[`get${noun}Member`]),
    member.create(operations[`add${noun}Member`], { idOf: ({ body }) => body.user_id }),
    member.update(operations[`update${noun}Member`]),
    member.remove(operations[`remove${noun}Member`]),
  ];
};
