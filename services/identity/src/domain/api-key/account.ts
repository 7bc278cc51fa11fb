/** The account that a key counts for, as `accountOfPrincipal` names it. */
export const accountOfKey = (userId: string, organizationId: string | null | undefined): string =>
  typeof organizationId === 'string' ? `organization:${organizationId}` : `user:${userId}`;
