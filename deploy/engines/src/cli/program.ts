/** The program behind a command of npm: sets the exit code, and tells what went wrong; with its usage when that was asked wrongly. */
export const program =
  (run: (args: readonly string[]) => Promise<number>, usage: string) =>
  async (args: readonly string[] = process.argv.slice(2)): Promise<void> => {
    try {
      process.exitCode = await run(args);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      if (error instanceof TypeError) console.error(`\n${usage}`);
      process.exitCode = 1;
    }
  };
