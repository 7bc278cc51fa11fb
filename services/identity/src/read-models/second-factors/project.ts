import { type SecondFactorEvent, secondFactorEvents } from '@cairn/contracts';
import { type Change, type Document, projection } from '@cairn/kernel';
import { openedText } from '../text-of.js';

export const SECOND_FACTORS = 'identity_second_factors';
export const DEVICES = 'identity_devices';
const RECOVERY_CODES = 10;

/** Whether logins ask for a code, and the devices that are trusted, as their people see them. */
export const secondFactors = projection<SecondFactorEvent>({
  name: 'identity.second_factors',
  version: 1,
  collections: [
    { name: SECOND_FACTORS, indexes: [] },
    {
      name: DEVICES,
      indexes: [
        { kind: 'compound', fields: ['user_id', 'password_epoch', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'password_epoch', 'expires_at'] },
      ],
    },
  ],
  events: Object.values(secondFactorEvents),
  project: (event, { at }) => {
    switch (event.type) {
      case 'DeviceTrusted':
        return [{ kind: 'put', collection: DEVICES, document: deviceOf(event.data, at) }];
      case 'DeviceRevoked':
        return [{ kind: 'remove', collection: DEVICES, id: event.data.id }];
      default:
        return factorAfter(event, at);
    }
  },
});

type FactorEvent = Exclude<SecondFactorEvent, { readonly type: 'DeviceTrusted' | 'DeviceRevoked' }>;

const factorAfter = (event: FactorEvent, at: string): readonly Change[] => {
  const { user_id: id } = event.data;
  switch (event.type) {
    case 'SecondFactorEnrolled':
      return factor(id, { enabled: false, recovery_codes_left: 0 });
    case 'SecondFactorConfirmed':
      return factor(id, { enabled: true, enabled_at: at, recovery_codes_left: RECOVERY_CODES });
    case 'RecoveryCodeUsed':
      return [{ kind: 'increment', collection: SECOND_FACTORS, id, by: { recovery_codes_left: -1 } }];
    case 'SecondFactorRemoved':
      return [{ kind: 'remove', collection: SECOND_FACTORS, id }];
    case 'OtpStepAccepted':
    case 'LockoutLifted':
      return [];
  }
};

const factor = (id: string, fields: Omit<Document, 'id'>): readonly Change[] => [
  { kind: 'put', collection: SECOND_FACTORS, document: { id, ...fields } },
];

type Trusted = Extract<SecondFactorEvent, { readonly type: 'DeviceTrusted' }>['data'];

const deviceOf = (data: Trusted, at: string): Document => ({
  id: data.id,
  user_id: data.user_id,
  password_epoch: data.password_epoch,
  ip: openedText(data.ip),
  user_agent: openedText(data.user_agent),
  expires_at: data.expires_at,
  created_at: at,
  updated_at: at,
});
