import type { Device, OtpState } from '@cairn/contracts';
import { type Document, type Page, pageOf, type PageRequest, type QueryContext } from '@cairn/kernel';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { DEVICES, SECOND_FACTORS } from './project.js';

/** How it stands with the second factor of the caller's account. */
export const ownSecondFactor = async ({ documents, principal }: QueryContext): Promise<OtpState> => {
  const document = await documents.get(SECOND_FACTORS, principal.userId);
  if (document === undefined) return { enabled: false, pending: false, recovery_codes_left: 0 };
  const enabled = document['enabled'] === true;
  return {
    enabled,
    pending: !enabled,
    ...(enabled ? { enabled_at: textOf(document, 'enabled_at') } : {}),
    recovery_codes_left: Number(document['recovery_codes_left']),
  };
};

/** The devices that the caller trusts: those of before the password was changed are none of them. */
export const ownDevices = async (context: QueryContext, page: PageRequest): Promise<Page<Device>> => {
  const { userId } = context.principal;
  const filter = { fields: { user_id: userId, password_epoch: await epochOf(context) } };
  const found = await pageOf(context.documents, DEVICES, filter, page);
  return { ...found, elements: found.elements.map(deviceOf) };
};

/** One of them. */
export const ownDevice = async (context: QueryContext, id: string): Promise<Device | undefined> => {
  const document = await context.documents.get(DEVICES, id);
  const isOwn =
    document?.['user_id'] === context.principal.userId &&
    document['password_epoch'] === (await epochOf(context));
  return isOwn ? deviceOf(document) : undefined;
};

const epochOf = async ({ documents, principal }: QueryContext): Promise<number> =>
  Number((await documents.get(USERS, principal.userId))?.['password_epoch'] ?? 0);

const deviceOf = (document: Document): Device => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  expires_at: textOf(document, 'expires_at'),
  user_agent: textOf(document, 'user_agent'),
  ip: textOf(document, 'ip'),
});
