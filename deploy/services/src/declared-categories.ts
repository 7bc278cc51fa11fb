import { streamCategories } from '@cairn/contracts';
import type { Service } from '@cairn/kernel';

/**
 * Throws when the streams that the services write are not those that the contract declares: who must overlook no event of
 * the log (the collection of blobs) reads the declared ones.
 */
export const refuseUndeclaredCategories = (
  services: readonly Pick<Service, 'name' | 'aggregates'>[],
  declared: Readonly<Record<string, readonly string[]>> = streamCategories,
): void => {
  for (const { name, aggregates } of services) {
    const written = aggregates.map(({ category }) => category);
    const missing = written.filter((category) => !declared[name]?.includes(category));
    const unwritten = declared[name]?.filter((category) => !written.includes(category)) ?? [];
    if (missing.length > 0)
      throw new Error(
        `${name} writes streams that contracts/src/${name}/area.ts does not declare: ${missing.join(', ')}`,
      );
    if (unwritten.length > 0)
      throw new Error(
        `contracts/src/${name}/area.ts declares streams that ${name} does not write: ${unwritten.join(', ')}`,
      );
  }
};
