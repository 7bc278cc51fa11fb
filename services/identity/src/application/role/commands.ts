import { roleCommands as contract } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type FieldError,
  isRefusal,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { isCatalogued } from '../../domain/role/catalogue.js';
import { decideCreateRole, decideDeleteRole, decideUpdateRole } from '../../domain/role/decisions.js';
import { isRole, role } from '../../domain/role/state.js';
import { systemRoleById } from '../../domain/role/system-roles.js';
import { heldSlug, releaseSlug, slugSteps } from '../../groups/slugs.js';
import { INVITATIONS } from '../../read-models/invitations/project.js';
import { MEMBERS } from '../../read-models/members/project.js';
import { PROJECTS } from '../../read-models/groups/project.js';
import { exceeding, mayIn, organizationPlace } from '../../rights/may-in.js';

/** Names of the catalogue, and nothing that the caller may not do. */
const permissionsRefusal = (
  { principal }: CommandContext,
  held: readonly string[],
  wanted: readonly string[],
): Refusal | undefined => {
  const errors: readonly FieldError[] = wanted.flatMap((name, index) =>
    isCatalogued(name)
      ? []
      : [
          {
            pointer: `/permissions/${index}`,
            code: 'permission_unknown',
            message: 'is not in the catalogue',
          },
        ],
  );
  return errors.length > 0
    ? refuse('permission_unknown', 'A permission is not in the catalogue.', errors)
    : exceeding(principal, held, wanted);
};

const createRole = serviceCommand(contract.createRole, async ({ body }, context) => {
  const id = context.id('role');
  const { organization_id: organizationId } = body;
  const wanted = { kind: 'role', holderId: id, organizationId, slug: body.slug } as const;
  const { userId } = context.principal;
  const ask = async (): Promise<Refusal | undefined> => {
    const held = await mayIn(context, organizationPlace(organizationId), 'roles:write');
    return isRefusal(held) ? held : permissionsRefusal(context, held, body.permissions);
  };
  return context.executeInOrder(await slugSteps(context, wanted, ask), role, id, {
    given: async () => (await ask()) ?? (await heldSlug(context, wanted)),
    decide: (state, held) => decideCreateRole(state, { id, userId, body }, held),
  });
});

/** What the caller may in the organization whose the role is; nobody changes one that permits more than that. */
const heldOver = async (
  context: CommandContext,
  id: string,
  permission: 'roles:write' | 'roles:delete',
): Promise<readonly string[] | Refusal> => {
  if (systemRoleById(id) !== undefined) return refuse('forbidden', 'A system role is not changed.');
  const state = await context.load(role, id);
  if (!isRole(state)) return notFound();
  const held = await mayIn(context, organizationPlace(state.organizationId), permission);
  if (isRefusal(held) || state.status === 'deleted') return held;
  return exceeding(context.principal, held, state.content.permissions) ?? held;
};

const updateRole = serviceCommand(contract.updateRole, ({ id, body }, context) =>
  context.executeAddressed(role, id, {
    given: async (): Promise<Refusal | undefined> => {
      const held = await heldOver(context, id, 'roles:write');
      if (isRefusal(held)) return held;
      return body.permissions && permissionsRefusal(context, held, body.permissions);
    },
    decide: (state) => decideUpdateRole(state, body),
  }),
);

/** As long as read models may need to show who was given a role just now. */
const SHOWN_WITHIN_MS = 2_000;

/**
 * By a member, by an invitation that is open, or by the team of a project. Nobody is given it while this is decided; who
 * was just before is looked for once the read models show it.
 */
const isHeld = async ({ tools }: CommandContext, id: string): Promise<boolean | Refusal> => {
  const { documents, log } = tools;
  if (!(await tools.reached(await log.head(), SHOWN_WITHIN_MS)))
    return refuse('conflict', 'Whether somebody holds the role is not known yet; try again.');
  const counts = await Promise.all([
    documents.count(MEMBERS, { fields: { role_id: id, ended: false } }, 1),
    documents.count(INVITATIONS, { fields: { role_id: id, status: 'open' } }, 1),
    documents.count(PROJECTS, { fields: { team_role_id: id } }, 1),
  ]);
  return counts.some((count) => count > 0);
};

const deleteRole = serviceCommand(contract.deleteRole, async ({ id }, context): Promise<CommandOutcome> => {
  const before = await context.load(role, id);
  const done = await context.executeAddressed(role, id, {
    given: async (): Promise<Refusal | { readonly isHeld: boolean }> => {
      const over = await heldOver(context, id, 'roles:delete');
      if (isRefusal(over)) return over;
      const held = await isHeld(context, id);
      return isRefusal(held) ? held : { isHeld: held };
    },
    decide: (state, asked) => decideDeleteRole(state, asked.isHeld),
  });
  if ('heldSlug' in before && !isRefusal(done)) await releaseSlug(context, before.heldSlug);
  return done;
});

export const roleCommands: readonly ServiceCommand[] = [createRole, updateRole, deleteRole];
