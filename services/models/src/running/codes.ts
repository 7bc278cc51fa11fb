import type { RunFailure } from './port.js';
import type { UnfitInput } from './unfit-input.js';

/** The codes that a run can fail with. */
export const codes = {
  absent: 'model_runner_absent',
  file: 'model_file_invalid',
  config: 'model_config_invalid',
  input: 'model_input_invalid',
  /** A body that is no JSON, or has a key twice. */
  malformed: 'malformed_json',
  failed: 'model_failed',
  lost: 'model_worker_lost',
  late: 'model_timeout',
  busy: 'models_busy',
  outOfService: 'model_out_of_service',
  heldBack: 'model_held_back',
  missing: 'model_file_missing',
} as const;

export const failure = (
  of: RunFailure['of'],
  code: (typeof codes)[keyof typeof codes],
  message: string,
): RunFailure => ({ of, code, message });

/** The caller's mistake, and where it stands in the body. */
export const failureOfInput = ({ message, at }: UnfitInput): RunFailure => ({
  ...failure('input', at.isMalformed === true ? codes.malformed : codes.input, message),
  ...(at.pointer === undefined ? {} : { pointer: at.pointer }),
});
