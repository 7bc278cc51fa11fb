/** The releases of the server whose behaviour there is. */
export const RELEASES = ['23.10', '24.6'] as const;
export type Release = (typeof RELEASES)[number];

/** The version that each says it is. */
export const VERSIONS: Readonly<Record<Release, string>> = { '23.10': '23.10.0', '24.6': '24.6.0' };
