import { groupCommands, type HeldName, type ProjectChanges } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  type Refusal,
  refuse,
  scopesCover,
  serviceCommand,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideUpdateProject } from '../../domain/project/decisions.js';
import { type KnownProject, project } from '../../domain/project/state.js';
import { decideRemoveProject } from '../../domain/team/decisions.js';
import { PROJECT_ADMIN } from '../../domain/role/system-roles.js';
import { team } from '../../domain/team/state.js';
import { guarded } from '../../groups/guarded.js';
import { heldSlug, releaseSlug, slugSteps } from '../../groups/slugs.js';
import { exceeding, mayIn, mayRestore } from '../../rights/may-in.js';
import { teamRefusal, teamSteps } from './given-to-team.js';

/**
 * A new slug is reserved, and a new team told, before the project takes them; the slug of before is given back, and the
 * team of before told, after (law 5).
 */
export const updateProject = serviceCommand(
  groupCommands.updateProject,
  async ({ id, body }, context): Promise<CommandOutcome> => {
    const before = await context.load(project, id);
    return 'content' in before ? update(context, before, body) : notFound();
  },
);

const update = async (
  context: CommandContext,
  before: KnownProject,
  body: ProjectChanges,
): Promise<CommandOutcome> => {
  const { id, organizationId, content } = before;
  const isNew = differs(body.slug, content.slug);
  const isGiven = differs(body.team_id, content.team_id);
  const wanted = { kind: 'project', holderId: id, organizationId, slug: body.slug ?? '' } as const;
  const ask = () => refusalOf(context, before, body);
  const steps = [
    ...(isNew ? await slugSteps(context, wanted, ask) : []),
    ...guarded(teamSteps(id, isGiven ? body.team_id : undefined, body.team_role_id), ask),
  ];
  const done = await context.executeInOrder(steps, project, id, {
    given: async (): Promise<Refusal | { readonly held: HeldName | undefined }> =>
      (await ask()) ?? { held: isNew ? await heldSlug(context, wanted) : undefined },
    decide: (state, { held }) => decideUpdateProject(state, body, held),
  });
  if (isRefusal(done)) return done;
  if (isNew) await releaseSlug(context, before.heldSlug);
  if (isGiven) await takenFrom(context, content.team_id, id);
  return done;
};

const differs = (wanted: string | null | undefined, current: string | null): boolean =>
  wanted !== undefined && wanted !== current;

/** The team of before needs not look at it any more. */
const takenFrom = async ({ execute }: CommandContext, teamId: string | null, id: string): Promise<void> => {
  if (teamId !== null) await execute(team, teamId, { decide: (state) => decideRemoveProject(state, id) });
};

/**
 * Who gives a project to a team, or takes it from one, says who is in it: its members, and its administrators as those of
 * the project. That needs the right to add members, and all that they are given. A disabled one gives nothing to anybody
 * but the right to open it again.
 */
const refusalOf = async (
  context: CommandContext,
  { id, organizationId, content }: KnownProject,
  body: ProjectChanges,
): Promise<Refusal | undefined> => {
  const may = body.disabled === false ? mayRestore : mayIn;
  const held = await may(context, { kind: 'project', id, organizationId }, 'projects:write');
  if (isRefusal(held)) return held;
  const { team_id: teamId = content.team_id, team_role_id: roleId = content.team_role_id } = body;
  if (teamId === content.team_id && roleId === content.team_role_id) return undefined;
  return (
    handOverRefusal(context, held, [teamId, content.team_id]) ??
    (await teamRefusal(context, { organizationId, teamId, roleId }, held))
  );
};

/** The administrators of the teams that a project is taken from, or given to, are its own. */
const handOverRefusal = (
  { principal }: CommandContext,
  held: readonly string[],
  teams: readonly (string | null)[],
): Refusal | undefined => {
  if (![held, principal.scopes].every((each) => scopesCover(each, 'members:write')))
    return refuse('forbidden', 'Who gives a project to a team must be allowed to add members.');
  return teams.every((id) => id === null) ? undefined : exceeding(principal, held, PROJECT_ADMIN.permissions);
};
