/** The parameters of a path, by their names. */
export type PathParams = Readonly<Record<string, string | undefined>>;
