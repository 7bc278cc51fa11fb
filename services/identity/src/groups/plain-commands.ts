import {
  type CommandDefinition,
  groupCommands,
  type GroupEventDefinitions,
  type GroupKindName,
  type InputOf,
  type PermissionName,
} from '@cairn/contracts';
import {
  type Aggregate,
  type CommandContext,
  type Decision,
  isRefusal,
  type Refusal,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { groupDecisions, notFound } from '../domain/group/decisions.js';
import type { KnownGroup, NoGroup } from '../domain/group/state.js';
import { mayIn, mayRestore, type PlacedGroup, placeOf } from '../rights/may-in.js';

/** A kind of group: its streams, its events, and how its commands name it. */
export interface GroupKindOf<State extends NoGroup | KnownGroup> {
  readonly kind: GroupKindName;
  readonly noun: Capitalize<GroupKindName>;
  readonly aggregate: Aggregate<State>;
  readonly events: GroupEventDefinitions;
}

/** What the caller may do there: the place, or why not. */
const allowed = async (
  context: CommandContext,
  group: Pick<PlacedGroup, 'kind' | 'id'>,
  permission: PermissionName,
  ask: typeof mayRestore = mayIn,
): Promise<PlacedGroup | Refusal> => {
  const place = await placeOf(context, group);
  if (place === undefined) return notFound();
  const held = await ask(context, place, permission);
  return isRefusal(held) ? held : place;
};

/** Deleting, restoring and the logo: every kind of group has them alike. */
export const plainGroupCommands = <State extends NoGroup | KnownGroup>({
  kind,
  noun,
  aggregate,
  events,
}: GroupKindOf<State>): readonly ServiceCommand[] => {
  const decide = groupDecisions(events);
  const command = <Contract extends CommandDefinition>(
    contract: Contract,
    permission: PermissionName,
    decideOn: (state: State, place: PlacedGroup, input: InputOf<Contract>) => Decision,
    ask?: typeof mayRestore,
  ): ServiceCommand =>
    serviceCommand(contract, (input, context) => {
      const { id } = input as { readonly id: string };
      return context.executeAddressed(aggregate, id, {
        given: () => allowed(context, { kind, id }, permission, ask),
        decide: (state, place) => decideOn(state, place, input),
      });
    });
  return [
    command(groupCommands[`delete${noun}`], `${kind}s:delete`, (state, { organizationId }) =>
      decide.remove(state, organizationId),
    ),
    command(
      groupCommands[`restore${noun}`],
      `${kind}s:delete`,
      (state, { organizationId }) => decide.restore(state, organizationId),
      mayRestore,
    ),
    command(groupCommands[`upload${noun}Logo`], `${kind}s:write`, (state, _, { file }) =>
      decide.setLogo(state, file),
    ),
    command(groupCommands[`delete${noun}Logo`], `${kind}s:write`, (state) => decide.removeLogo(state)),
  ];
};
