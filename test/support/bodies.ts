import {
  exampleAnnotation,
  exampleApplication,
  exampleItem,
  exampleLabel,
  exampleOrganization,
  exampleProject,
  exampleRole,
  exampleSplit,
  exampleTeam,
  exampleUser,
  exampleVersion,
  type Operation,
} from '@cairn/contracts';
import type { World } from './world.js';

/** The body of the operation's example, about the world instead of the example's ids. */
export const bodyIn = (world: World, { example }: Pick<Operation, 'example'>): unknown => {
  if (example?.body === undefined) return undefined;
  const { username, email } = world.person;
  const own: readonly (readonly [string, string])[] = [
    [exampleLabel.id, world.label],
    [exampleSplit.id, world.split],
    [exampleVersion.id, world.version],
    [exampleItem.id, world.item],
    [exampleAnnotation.id, world.annotation],
    [exampleApplication.id, world.application],
    [exampleApplication.name, `${exampleApplication.name} ${world.application}`],
    [exampleOrganization.id, world.organization],
    [exampleTeam.id, world.team],
    [exampleProject.id, world.project],
    [exampleRole.id, world.role],
    [exampleUser.id, world.user],
    [JSON.stringify(exampleOrganization.slug), JSON.stringify(`${world.organization}-2`)],
    // Who tries the README on the same Cairn is called so.
    [exampleUser.email, `2-${email}`],
    [JSON.stringify(exampleUser.username), JSON.stringify(`${username}-2`)],
  ];
  const text = own.reduce((made, [from, to]) => made.replaceAll(from, to), JSON.stringify(example.body));
  return JSON.parse(text) as unknown;
};
