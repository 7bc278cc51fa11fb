import { groupCommands, teamGroupEvents } from '@cairn/contracts';
import { type CommandOutcome, isRefusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { TEAM_ADMIN } from '../../domain/role/system-roles.js';
import { decideCreateTeam, decideUpdateTeam } from '../../domain/team/decisions.js';
import { team } from '../../domain/team/state.js';
import { guarded } from '../../groups/guarded.js';
import { makersStep } from '../../groups/membership-steps.js';
import { plainGroupCommands } from '../../groups/plain-commands.js';
import { heldSlug, releaseSlug, slugSteps } from '../../groups/slugs.js';
import { refusalIn } from '../../rights/may-in.js';

/** The slug, the maker's membership, and last the team that makes both count (law 5). */
const createTeam = serviceCommand(groupCommands.createTeam, async ({ body }, context) => {
  const id = context.id('team');
  const { organization_id: organizationId } = body;
  const wanted = { kind: 'team', holderId: id, organizationId, slug: body.slug } as const;
  const within = { kind: 'organization', id: organizationId, organizationId } as const;
  const { userId } = context.principal;
  const ask = () => refusalIn(context, within, 'teams:write');
  const steps = [
    ...(await slugSteps(context, wanted, ask)),
    ...guarded([makersStep(context, { kind: 'team', id, organizationId }, TEAM_ADMIN)], ask),
  ];
  return context.executeInOrder(steps, team, id, {
    given: async () => (await ask()) ?? (await heldSlug(context, wanted)),
    decide: (state, held) => decideCreateTeam(state, { id, userId, body }, held),
  });
});

const updateTeam = serviceCommand(
  groupCommands.updateTeam,
  async ({ id, body }, context): Promise<CommandOutcome> => {
    const before = await context.load(team, id);
    const organizationId = 'organizationId' in before ? before.organizationId : '';
    const isNew = 'content' in before && body.slug !== undefined && body.slug !== before.content.slug;
    const wanted = { kind: 'team', holderId: id, organizationId, slug: body.slug ?? '' } as const;
    const ask = () => refusalIn(context, { kind: 'team', id, organizationId }, 'teams:write');
    const steps = isNew ? await slugSteps(context, wanted, ask) : [];
    const done = await context.executeInOrder(steps, team, id, {
      given: async () =>
        (await ask()) ?? {
          held: isNew ? await heldSlug(context, wanted) : undefined,
        },
      decide: (state, { held }) => decideUpdateTeam(state, body, held),
    });
    if (isNew && !isRefusal(done)) await releaseSlug(context, before.heldSlug);
    return done;
  },
);

export const teamCommands: readonly ServiceCommand[] = [
  createTeam,
  updateTeam,
  ...plainGroupCommands({ kind: 'team', noun: 'Team', aggregate: team, events: teamGroupEvents }),
];
