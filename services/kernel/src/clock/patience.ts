/** What `CAIRN_PATIENCE` may be: a whole number. */
export const PATIENCE = { default: 1, minimum: 1, maximum: 10 } as const;

/** Of this process; `undefined` until somebody asks or sets it. */
let factor: number | undefined;

/** Sets it for this process, from the configuration, before anything waits. Throws `RangeError` when it is none. */
export const setPatience = (times: number): void => {
  if (!Number.isInteger(times) || times < PATIENCE.minimum || times > PATIENCE.maximum)
    throw new RangeError(
      `CAIRN_PATIENCE must be a whole number from ${PATIENCE.minimum} to ${PATIENCE.maximum}.`,
    );
  factor = times;
};

/**
 * How many times longer than a machine that runs needs this process waits. Where no configuration was read, as in specs, it
 * is the variable of the environment.
 */
export const patience = (): number => {
  if (factor === undefined) setPatience(given(process.env['CAIRN_PATIENCE']));
  return factor ?? PATIENCE.default;
};

const given = (text = ''): number => {
  if (text === '') return PATIENCE.default;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
};

/**
 * Milliseconds that are waited for an answer, a lease or a deadline, times the patience. Ask for it where the wait begins,
 * never in a constant: the configuration is read after the modules. Never of a pause, a poll, a renewal, the age of a
 * proof, or the time that an overloaded gateway stays closed (ADR-0044).
 */
export const patient = (ms: number): number => ms * patience();
