import { type SecondFactorEvent, secondFactorEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** A secret that was told, and that no code has confirmed yet. */
interface PendingFactor {
  readonly credentialId: string;
}

/** What a login asks for. */
export interface ActiveFactor {
  readonly credentialId: string;
  /** The last step of which a code was taken. */
  readonly lastStep: number;
  /** The numbers of the recovery codes that are used up. */
  readonly usedRecoveryCodes: readonly number[];
}

export interface TrustedDevice {
  readonly id: string;
  /** How often the password had been changed when it was trusted. */
  readonly passwordEpoch: number;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export interface SecondFactorState {
  readonly pending: PendingFactor | null;
  readonly active: ActiveFactor | null;
  /** Oldest first, at most `MOST_DEVICES`. */
  readonly devices: readonly TrustedDevice[];
  /** The last time that an administrator lifted the locks of the account; `null`: never. */
  readonly lastLift: string | null;
}

export const MOST_DEVICES = 20;

/** Streams `secondFactor-<user id>`: how an account is signed in to beside its password. */
export const secondFactor = aggregate<SecondFactorState, SecondFactorEvent>({
  category: 'secondFactor',
  events: Object.values(secondFactorEvents),
  stateVersion: 2,
  initial: { pending: null, active: null, devices: [], lastLift: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DeviceTrusted':
        return { ...state, devices: [...state.devices, deviceOf(event.data)] };
      case 'DeviceRevoked':
        return { ...state, devices: state.devices.filter(({ id }) => id !== event.data.id) };
      case 'LockoutLifted':
        return { ...state, lastLift: event.data.lift_id };
      default:
        return { ...state, ...factorsAfter(state, event) };
    }
  },
});

type FactorEvent = Exclude<
  SecondFactorEvent,
  { readonly type: 'DeviceTrusted' | 'DeviceRevoked' | 'LockoutLifted' }
>;
type Factors = Pick<SecondFactorState, 'active' | 'pending'>;

const factorsAfter = ({ active }: SecondFactorState, event: FactorEvent): Partial<Factors> => {
  switch (event.type) {
    case 'SecondFactorEnrolled':
      return { pending: { credentialId: event.data.credential_id } };
    case 'SecondFactorConfirmed':
      return { pending: null, active: confirmed(event.data) };
    case 'SecondFactorRemoved':
      return { pending: null, active: null };
    default:
      return { active: active && used(active, event) };
  }
};

const used = (
  active: ActiveFactor,
  event: Extract<FactorEvent, { readonly type: 'OtpStepAccepted' | 'RecoveryCodeUsed' }>,
): ActiveFactor =>
  event.type === 'OtpStepAccepted'
    ? { ...active, lastStep: event.data.step }
    : { ...active, usedRecoveryCodes: [...active.usedRecoveryCodes, event.data.number] };

type DataOf<Type extends SecondFactorEvent['type']> = Extract<
  SecondFactorEvent,
  { readonly type: Type }
>['data'];

const confirmed = ({ credential_id, step }: DataOf<'SecondFactorConfirmed'>): ActiveFactor => ({
  credentialId: credential_id,
  lastStep: step,
  usedRecoveryCodes: [],
});

const deviceOf = ({ id, password_epoch, expires_at }: DataOf<'DeviceTrusted'>): TrustedDevice => ({
  id,
  passwordEpoch: password_epoch,
  expiresAt: expires_at,
});
