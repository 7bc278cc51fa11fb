import type { Operation } from '@cairn/contracts';
import { patient } from '@cairn/kernel';
import type { Limits } from './options.js';

/** Law 2's wait at patience 1, milliseconds. */
export const LAG_MS = 2_000;
/** So long its key is held after the deadline of a command: what it did is read and answered meanwhile. */
const ANSWERED_MS = 20_000;

/** Made for each gateway: the patience is known when the configuration was read, after the modules. */
const defaultLimits = (): Limits => ({
  jsonBytes: 10_000_000,
  jsonDepth: 64,
  jsonValues: 150_000,
  bufferedBytes: 64_000_000,
  logo: 2_000_000,
  itemFile: 1_000_000_000,
  archive: 20_000_000_000,
  modelAsset: 5_000_000_000,
  unusedUploads: 0,
  bodyIdleMs: 30_000,
  leastBytesPerSecond: 4_096,
  callerShare: 0.5,
  commandMs: patient(10_000),
  longMs: patient(60_000),
  lagMs: patient(LAG_MS),
  inFlight: 100,
  signIns: 500,
  past: { events: 20_000, bytes: 64_000_000 },
  heavyReads: 8,
});

/**
 * The limits of a gateway. Throws `RangeError` unless a wait for the read models is shorter than the command before it, and
 * both together than the key of the request is held.
 */
export const limitsOf = (given: Partial<Limits> = {}): Limits => {
  const limits = { ...defaultLimits(), ...given };
  const { lagMs, commandMs, longMs } = limits;
  for (const withinMs of [commandMs, longMs])
    if (lagMs >= withinMs || withinMs + lagMs >= keyHeldMs(withinMs))
      throw new RangeError(
        `wait < command < idempotency lease does not hold: ${lagMs} ms, ${withinMs} ms, ${keyHeldMs(withinMs)} ms.`,
      );
  return limits;
};

/** How long the command of an operation may be decided again, milliseconds. */
export const decidedWithinMs = (
  { takesLong }: Pick<Operation, 'takesLong'>,
  { commandMs, longMs }: Pick<Limits, 'commandMs' | 'longMs'>,
): number => (takesLong === true ? longMs : commandMs);

/**
 * How long an `Idempotency-Key` belongs to a request whose command may be decided for so long, milliseconds: no second
 * request begins with it meanwhile, and after a crash the key is free again.
 */
export const keyHeldMs = (withinMs: number): number => withinMs + patient(ANSWERED_MS);
