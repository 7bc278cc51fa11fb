import { Ajv, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type Refusal, refuse } from '../domain/refusal.js';
import type { Json } from '../eventlog/port.js';
import type { ServiceCommand } from './service.js';

/** A command of a service with the check of its input. */
export interface KnownCommand {
  readonly command: ServiceCommand;
  /** Why the input is not what the command takes; `undefined` when it is. */
  refusal(this: void, input: Json): Refusal | undefined;
}

/** By name. Each schema is compiled when its command first comes: a start does not pay for all. */
export const knownCommands = (commands: readonly ServiceCommand[]): ReadonlyMap<string, KnownCommand> => {
  const ajv = new Ajv({ allErrors: false, strict: false, formats: fullFormats });
  const known = (command: ServiceCommand): KnownCommand => {
    let validate: ValidateFunction | undefined;
    const refusal = (input: Json): Refusal | undefined => {
      validate ??= ajv.compile(command.contract.input);
      return validate(input) ? undefined : invalid(validate);
    };
    return { command, refusal };
  };
  return new Map(commands.map((command) => [command.contract.name, known(command)]));
};

const invalid = (validate: ValidateFunction): Refusal =>
  refuse(
    'invalid_body',
    'The command does not have the shape it needs.',
    (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      code: error.keyword,
      message: error.message ?? 'is invalid',
    })),
  );
