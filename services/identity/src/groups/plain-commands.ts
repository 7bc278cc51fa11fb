import type {
  CommandDefinition,
  FileRecord,
  GroupEventDefinitions,
  InputOf,
  PermissionName,
} from '@cairn/contracts';
import {
  type Aggregate,
  type CommandContext,
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
  readonly kind: PlacedGroup['kind'];
  readonly aggregate: Aggregate<State>;
  readonly events: GroupEventDefinitions;
  readonly resource: 'organizations' | 'teams' | 'projects';
}

interface PlainCommands {
  readonly remove: CommandDefinition;
  readonly restore: CommandDefinition;
  readonly setLogo: CommandDefinition;
  readonly removeLogo: CommandDefinition;
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
export const plainGroupCommands = <State extends NoGroup | KnownGroup>(
  { kind, aggregate, events, resource }: GroupKindOf<State>,
  commands: PlainCommands,
): readonly ServiceCommand[] => {
  const decide = groupDecisions(events);
  const idIn = (input: InputOf<CommandDefinition>): string =>
    (input as Readonly<Record<string, string>>)[`${kind}_id`] ?? '';
  const command = (
    contract: CommandDefinition,
    permission: PermissionName,
    decideOn: (state: State, place: PlacedGroup, input: unknown) => ReturnType<typeof decide.removeLogo>,
    ask?: typeof mayRestore,
  ): ServiceCommand =>
    serviceCommand(contract, (input, context) => {
      const id = idIn(input);
      return context.executeAddressed(aggregate, id, {
        given: () => allowed(context, { kind, id }, permission, ask),
        decide: (state, place) => decideOn(state, place, input),
      });
    });
  return [
    command(commands.remove, `${resource}:delete`, (state, { organizationId }) =>
      decide.remove(state, organizationId),
    ),
    command(
      commands.restore,
      `${resource}:delete`,
      (state, { organizationId }) => decide.restore(state, organizationId),
      mayRestore,
    ),
    command(commands.setLogo, `${resource}:write`, (state, _, input) =>
      decide.setLogo(state, (input as { readonly file: FileRecord }).file),
    ),
    command(commands.removeLogo, `${resource}:write`, (state) => decide.removeLogo(state)),
  ];
};
