import type { CommandDefinition, InputOf } from '@cairn/contracts';

/** A write whose command is named otherwise than its operation, and calls the last id of the path `<noun>_id`. */
export const renamed = <Command extends CommandDefinition>(
  noun: string,
  command: Command,
  isSpread = false,
) => ({
  command,
  inputOf: ({ params, body }: { readonly params: object; readonly body: unknown }): InputOf<Command> => {
    const { id, ...others } = params as { readonly id?: string };
    const own = id === undefined ? {} : { [`${noun}_id`]: id };
    return {
      ...others,
      ...own,
      ...(isSpread ? (body as object | undefined) : body === undefined ? {} : { body }),
    } as InputOf<Command>;
  },
});
