/**
 * Tells how many milliseconds the processor has worked for this process since: what others take of it, and a machine that
 * stands still, do not count.
 */
export const cpuTime = (): (() => number) => {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
};
