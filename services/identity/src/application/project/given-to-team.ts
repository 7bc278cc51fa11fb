import { type CommandContext, isRefusal, type Refusal, refuse, type Step, step } from '@cairn/kernel';
import { PROJECT_EDITOR } from '../../domain/role/system-roles.js';
import { decideAddProject } from '../../domain/team/decisions.js';
import { team } from '../../domain/team/state.js';
import { givingRole, teamRole } from '../../groups/roles.js';
import { exceeding } from '../../rights/may-in.js';

/** Whom a project is given to. */
export interface GivenToTeam {
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly roleId: string | null;
}

/** Why a project may not be given to a team under a role; `held` is what the caller may. */
export const teamRefusal = async (
  context: CommandContext,
  { organizationId, teamId, roleId }: GivenToTeam,
  held: readonly string[],
): Promise<Refusal | undefined> => {
  if (teamId !== null) {
    const state = await context.load(team, teamId);
    if (state.status !== 'live' || state.organizationId !== organizationId)
      return refuse('invalid_body', 'There is no such team in the organization.', [
        { pointer: '/team_id', code: 'unknown', message: 'names no team of the organization' },
      ]);
  }
  const role = roleId === null ? PROJECT_EDITOR : await teamRole(context, roleId, organizationId);
  if (isRefusal(role)) return role;
  return teamId === null ? undefined : exceeding(context.principal, held, role.permissions);
};

/**
 * The team knows of the project before the project says that it is the team's: then whoever looks there finds it. And the
 * role that it is given under is still there.
 */
export const teamSteps = (
  projectId: string,
  teamId: string | null | undefined,
  roleId: string | null | undefined,
): readonly Step[] => [
  ...(typeof roleId === 'string' ? givingRole({ id: roleId }) : []),
  ...(typeof teamId === 'string'
    ? [step(team, teamId, { decide: (state) => decideAddProject(state, projectId) })]
    : []),
];
