import type { RunFailure } from './port.js';

/** The codes that a run can fail with. */
export const codes = {
  absent: 'model_runner_absent',
  file: 'model_file_invalid',
  config: 'model_config_invalid',
  input: 'model_input_invalid',
  failed: 'model_failed',
  lost: 'model_worker_lost',
  late: 'model_timeout',
  busy: 'models_busy',
  outOfService: 'model_out_of_service',
  missing: 'model_file_missing',
} as const;

export const failure = (
  of: RunFailure['of'],
  code: (typeof codes)[keyof typeof codes],
  message: string,
): RunFailure => ({ of, code, message });
