import type { Aliases } from '@cairn/contracts';
import type { ModelDocument } from './documents.js';

/** Where a document of a model keeps an alias: a dot would part the path. */
export const aliasPath = (alias: string): string => `aliases.${alias.replaceAll('.', ':')}`;

/** The aliases of a model as it is read. */
export const aliasesIn = ({ aliases = {} }: Pick<ModelDocument, 'aliases'>): Aliases =>
  Object.fromEntries(
    Object.entries(aliases).map(([kept, versionId]) => [kept.replaceAll(':', '.'), versionId]),
  );
