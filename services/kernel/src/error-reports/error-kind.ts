/** What kind of error it is, for the journal: its class and its code, never its message, which may hold anything. */
export const errorKind = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as NodeJS.ErrnoException;
  const name = /^\w{1,100}$/.test(error.name) ? error.name : 'Error';
  return typeof code === 'string' && /^[A-Z0-9_]{1,50}$/.test(code) ? `${name} ${code}` : name;
};
