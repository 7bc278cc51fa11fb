import type { Admitted, OrganizationOf } from '@cairn/kernel';

const textIn = (value: unknown, field: string): string | undefined => {
  const found = (value as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof found === 'string' ? found : undefined;
};

/** What was decided says whose it is by the state, or by the event that makes it. */
const placed = ({ state, events }: Admitted): string | undefined =>
  textIn(state, 'organizationId') ?? textIn(events[0]?.data, 'organization_id');

const FINDERS: Readonly<Record<string, (decided: Admitted) => Awaited<ReturnType<OrganizationOf>>>> = {
  organization: ({ state, events }) => textIn(state, 'id') ?? textIn(events[0]?.data, 'id'),
  team: placed,
  project: placed,
  role: placed,
  secret: placed,
  invitation: placed,
  // Whoever is erased leaves many at once.
  membership: ({ events }) => events.map(({ data }) => textIn(data, 'organization_id')),
};

/** Events of groups, of roles and of who is in them are of their organization, whoever did it. */
export const organizationOfGroups = (): OrganizationOf => async (decided) =>
  FINDERS[decided.category]?.(decided);
