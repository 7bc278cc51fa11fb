import {
  type CommandDefinition,
  type GroupKindName,
  memberCommands,
  type Operation,
  operations,
} from '@cairn/contracts';
import { memberById, membersOf } from '@cairn/identity';
import type { QueryContext } from '@cairn/kernel';
import { found } from '../../problems/problem.js';
import { created, deleted, type Handler, handler, ok } from '../handler.js';
import { list, placeOf } from '../resource.js';
import { unrefused } from './unrefused.js';

interface MemberPath {
  readonly id: string;
  readonly user_id: string;
}

/** Who is in one kind of group: a member is addressed by the person, and its tag is of all that the person is in. */
const membersIn = (kind: GroupKindName, path: string) => {
  const targetOf = (params: MemberPath) => ({ location: placeOf(path, params), id: params.user_id });
  const read = async (context: QueryContext, { id, user_id: userId }: MemberPath, deletedToo = false) =>
    found(unrefused(await memberById(context, { kind, id }, userId, { deletedToo })));
  return {
    list: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      list(operation, async ({ context, params, page, filters }) => {
        const { id } = params as MemberPath;
        return unrefused(
          await membersOf(context, { kind, id }, page, filters as { readonly role_id?: string }),
        );
      }),
    get: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async ({ context, params }) => ok(await read(context, params as MemberPath))),
    add: <Definition extends Operation>(
      operation: Definition,
      command: CommandDefinition,
    ): Handler<Definition> =>
      handler(operation, async (call) => {
        const { id } = call.params as MemberPath;
        const body: unknown = call.body;
        const { user_id } = body as Pick<MemberPath, 'user_id'>;
        const target = targetOf({ id, user_id });
        const { context } = await call.write(command, { id, body: call.body }, target);
        return created(target.location, await read(context, { id, user_id }));
      }),
    update: <Definition extends Operation>(
      operation: Definition,
      command: CommandDefinition,
    ): Handler<Definition> =>
      handler(operation, async (call) => {
        const params = call.params as MemberPath;
        const { context } = await call.write(command, { ...params, body: call.body }, targetOf(params));
        return ok(await read(context, params));
      }),
    remove: <Definition extends Operation>(
      operation: Definition,
      command: CommandDefinition,
    ): Handler<Definition> =>
      handler(operation, async (call) => {
        const params = call.params as MemberPath;
        const { context } = await call.write(command, { ...params }, targetOf(params));
        return deleted(async () => (await read(context, params, true)).resource);
      }),
  };
};

const ofOrganization = membersIn('organization', operations.getOrganizationMember.path);
export const listOrganizationMembers = ofOrganization.list(operations.listOrganizationMembers);
export const getOrganizationMember = ofOrganization.get(operations.getOrganizationMember);
export const addOrganizationMember = ofOrganization.add(
  operations.addOrganizationMember,
  memberCommands.addOrganizationMember,
);
export const updateOrganizationMember = ofOrganization.update(
  operations.updateOrganizationMember,
  memberCommands.updateOrganizationMember,
);
export const removeOrganizationMember = ofOrganization.remove(
  operations.removeOrganizationMember,
  memberCommands.removeOrganizationMember,
);

const ofTeam = membersIn('team', operations.getTeamMember.path);
export const listTeamMembers = ofTeam.list(operations.listTeamMembers);
export const getTeamMember = ofTeam.get(operations.getTeamMember);
export const addTeamMember = ofTeam.add(operations.addTeamMember, memberCommands.addTeamMember);
export const updateTeamMember = ofTeam.update(operations.updateTeamMember, memberCommands.updateTeamMember);
export const removeTeamMember = ofTeam.remove(operations.removeTeamMember, memberCommands.removeTeamMember);

const ofProject = membersIn('project', operations.getProjectMember.path);
export const listProjectMembers = ofProject.list(operations.listProjectMembers);
export const getProjectMember = ofProject.get(operations.getProjectMember);
export const addProjectMember = ofProject.add(operations.addProjectMember, memberCommands.addProjectMember);
export const updateProjectMember = ofProject.update(
  operations.updateProjectMember,
  memberCommands.updateProjectMember,
);
export const removeProjectMember = ofProject.remove(
  operations.removeProjectMember,
  memberCommands.removeProjectMember,
);
