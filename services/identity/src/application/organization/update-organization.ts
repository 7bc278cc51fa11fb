import { groupCommands, type OrganizationChanges } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  credentialRefusal,
  isRefusal,
  type Principal,
  type Refusal,
  refuse,
  scopesCover,
  serviceCommand,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideUpdateOrganization } from '../../domain/organization/decisions.js';
import { type KnownOrganization, organization } from '../../domain/organization/state.js';
import { heldSlug, releaseSlug, slugSteps } from '../../groups/slugs.js';
import { refusalIn } from '../../rights/may-in.js';

interface Wish {
  readonly id: string;
  readonly body: OrganizationChanges;
}

/** A new slug is reserved before the organization takes it, and the one before given back after (law 5). */
export const updateOrganization = serviceCommand(
  groupCommands.updateOrganization,
  async (wish, context): Promise<CommandOutcome> => {
    const { id, body } = wish;
    const before = await context.load(organization, id);
    const isNew = 'content' in before && body.slug !== undefined && body.slug !== before.content.slug;
    const wanted = isNew
      ? ({ kind: 'organization', holderId: id, slug: body.slug ?? '' } as const)
      : undefined;
    const ask = () => refusalOf(wish, context);
    const steps = wanted === undefined ? [] : await slugSteps(context, wanted, ask);
    const done = await context.executeInOrder(steps, organization, id, {
      given: async () =>
        (await ask()) ?? { held: wanted === undefined ? undefined : await heldSlug(context, wanted) },
      decide: (state, { held }) => decideUpdateOrganization(state, body, held),
    });
    if (isNew && !isRefusal(done)) await releaseSlug(context, before.heldSlug);
    return done;
  },
);

/** The organization is read for many requests: what is in it stays small. */
const MOST_SETTINGS = 65_536;

const settingsRefusal = ({ settings }: OrganizationChanges): Refusal | undefined => {
  if (settings === undefined) return undefined;
  if (JSON.stringify(settings).length > MOST_SETTINGS)
    return refuse('invalid_body', 'The settings are too large.', [
      {
        pointer: '/settings',
        code: 'maxLength',
        message: `is more than ${MOST_SETTINGS} characters of JSON`,
      },
    ]);
  return credentialRefusal(settings, '/settings');
};

/** Its members change what it says; its plan, and whether it is shut, system administrators alone. */
const refusalOf = async ({ id, body }: Wish, context: CommandContext): Promise<Refusal | undefined> => {
  const state = await context.load(organization, id);
  const { principal } = context;
  const isSystem = isOfTheSystem(principal);
  if (!('content' in state)) return notFound();
  if (isSystem && saysNothingElse(body)) return undefined;
  const place = { kind: 'organization', id, organizationId: id } as const;
  const refusal = (await refusalIn(context, place, 'organizations:write')) ?? settingsRefusal(body);
  if (refusal !== undefined) return refusal;
  return !isSystem && changesWhatIsTheSystems(state, body)
    ? refuse('forbidden', 'Only a system administrator changes the plan or disables an organization.')
    : undefined;
};

const isOfTheSystem = ({ administrator, scopes }: Principal): boolean =>
  administrator && scopesCover(scopes, 'admin:write');

const saysNothingElse = ({ plan: _plan, disabled: _disabled, ...others }: OrganizationChanges): boolean =>
  Object.keys(others).length === 0;

const changesWhatIsTheSystems = (
  { content }: KnownOrganization,
  { plan = content.plan, disabled = content.disabled }: OrganizationChanges,
): boolean => plan !== content.plan || disabled !== content.disabled;
