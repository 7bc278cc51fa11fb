import { type Client, createClient } from '@cairn/client';
import { foundFirm, joinFirm } from './firm.js';
import type { Scene } from './granting.js';
import { administrator, type Person, somebody } from './people.js';
import type { SharedCairn } from './topology.js';

/** Where ways to take rights away are played. */
export interface Stage {
  readonly giver: Person;
  readonly taker: Person;
  /** A firm of its own for each way. */
  readonly scene: () => Promise<Scene>;
  /** At one of the gateways. */
  readonly at: (gateway: number, token: string) => Client;
}

/** Two who know each other from another organization, and an administrator. */
export const openStage = async (cairn: SharedCairn): Promise<Stage> => {
  const [giver, taker] = [await somebody(cairn, 'ada'), await somebody(cairn, 'ben')];
  const people = { giver, taker, administrator: await administrator(cairn) };
  const circle = await foundFirm(giver);
  await joinFirm(cairn, circle, giver, taker);
  const newcomer = async (): Promise<Person> => {
    const person = await somebody(cairn, 'kay');
    await joinFirm(cairn, circle, giver, person);
    return person;
  };
  const scene = async (): Promise<Scene> => {
    const firm = await foundFirm(giver);
    const body = { name: 'Group', slug: 'group', organization_id: firm };
    const [team, project] = await Promise.all([
      giver.client.call('createTeam', { body }),
      giver.client.call('createProject', { body }),
    ]);
    return { ...people, firm, team: team.body.id, project: project.body.id, newcomer };
  };
  const at = (gateway: number, token: string): Client =>
    createClient({ baseUrl: cairn.gateways[gateway] ?? cairn.baseUrl, token });
  return { giver, taker, scene, at };
};
