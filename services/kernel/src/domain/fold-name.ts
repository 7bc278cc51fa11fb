/** How names are compared: compatibility forms and case are one (law 8). */
export const foldName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
