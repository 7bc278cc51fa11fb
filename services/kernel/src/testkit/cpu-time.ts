/**
 * Milliseconds that the processor worked in this process since the first call: what other processes take of it, or a machine
 * that stands still, is not counted.
 */
export const cpuTime = (): (() => number) => {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
};
