import { groupCommands } from '@cairn/contracts';
import { isRefusal, type Refusal, serviceCommand } from '@cairn/kernel';
import { decideCreateProject } from '../../domain/project/decisions.js';
import { project } from '../../domain/project/state.js';
import { PROJECT_ADMIN } from '../../domain/role/system-roles.js';
import { guarded } from '../../groups/guarded.js';
import { makersStep } from '../../groups/membership-steps.js';
import { heldSlug, slugSteps } from '../../groups/slugs.js';
import { mayIn } from '../../rights/may-in.js';
import { teamRefusal, teamSteps } from './given-to-team.js';

/** The slug, the maker's membership, what its team knows of it, and last the project that makes all count (law 5). */
export const createProject = serviceCommand(groupCommands.createProject, async ({ body }, context) => {
  const id = context.id('project');
  const { organization_id: organizationId, team_id: teamId = null, team_role_id: roleId = null } = body;
  const wanted = { kind: 'project', holderId: id, organizationId, slug: body.slug } as const;
  const within = { kind: 'organization', id: organizationId, organizationId } as const;
  const beside = [
    makersStep(context, { kind: 'project', id, organizationId }, PROJECT_ADMIN),
    ...teamSteps(id, teamId, roleId),
  ];
  const { userId } = context.principal;
  const ask = async (): Promise<Refusal | undefined> => {
    const held = await mayIn(context, within, 'projects:write');
    return isRefusal(held) ? held : teamRefusal(context, { organizationId, teamId, roleId }, held);
  };
  const steps = [...(await slugSteps(context, wanted, ask)), ...guarded(beside, ask)];
  return context.executeInOrder(steps, project, id, {
    given: async () => (await ask()) ?? (await heldSlug(context, wanted)),
    decide: (state, held) => decideCreateProject(state, { id, userId, body }, held),
  });
});
