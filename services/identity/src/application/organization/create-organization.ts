import { groupCommands } from '@cairn/contracts';
import { type Refusal, refuse, serviceCommand } from '@cairn/kernel';
import { decideCreateOrganization } from '../../domain/organization/decisions.js';
import { organization } from '../../domain/organization/state.js';
import { ORG_ADMIN } from '../../domain/role/system-roles.js';
import { guarded } from '../../groups/guarded.js';
import { makersStep } from '../../groups/membership-steps.js';
import { heldSlug, slugSteps } from '../../groups/slugs.js';

/**
 * The slug is reserved first, then the maker is a member of an organization that is not there, and last the organization
 * is, which makes both count (law 5). What is left of one that ended in between grants nothing, and its slug goes to the
 * next who wants it after half a minute. A key that is bound to an organization makes no other.
 */
export const createOrganization = serviceCommand(
  groupCommands.createOrganization,
  async ({ body }, context) => {
    const { principal, executeInOrder } = context;
    const id = context.id('organization');
    const wanted = { kind: 'organization', holderId: id, slug: body.slug } as const;
    const place = { kind: 'organization', id, organizationId: id } as const;
    const ask = async (): Promise<Refusal | undefined> =>
      principal.organizationId === undefined
        ? undefined
        : refuse('forbidden', 'A key of an organization makes no other.');
    const steps = [
      ...(await slugSteps(context, wanted, ask)),
      ...guarded([makersStep(context, place, ORG_ADMIN)], ask),
    ];
    return executeInOrder(steps, organization, id, {
      given: async () => (await ask()) ?? (await heldSlug(context, wanted)),
      decide: (state, held) => decideCreateOrganization(state, { id, userId: principal.userId, body }, held),
    });
  },
);
