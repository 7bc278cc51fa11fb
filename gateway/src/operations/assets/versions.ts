import type { VersionDocument, VersionReads } from '@cairn/assets';
import { type AnyVersions, byOwnName } from '@cairn/contracts';
import type { AnyHandler } from '../../call/handler.js';
import { type Making, same } from './made.js';
import { type AreaCommands, list, resource } from '../resource.js';

/** The versions of one kind of asset as the gateway asks them. */
export interface ServedVersions {
  readonly kind: { readonly contract: AnyVersions };
}

type Path = Readonly<Record<string, string>>;

/** The resource that the versions of one kind of asset are: what is in one is written as changes of it. */
const versionResource = (
  { kind: { contract } }: ServedVersions,
  reads: Pick<VersionReads<VersionDocument, unknown>, 'byId' | 'history'>,
) =>
  resource<Path, AreaCommands>({
    path: contract.operations.get.path,
    commands: byOwnName({ ...contract.commands }),
    role: 'version',
    within: `/api/v1/${contract.area}/{${contract.params.asset}}`,
    read: (context, path, deleted) => reads.byId(context, path, deleted),
    history: (edge, context, path, page) => reads.history(edge, context, path, page),
  });

/** What answers the operations on versions of one kind of asset. */
export const versionHandlers = (
  served: ServedVersions,
  reads: Pick<VersionReads<VersionDocument, unknown>, 'byId' | 'history' | 'list'>,
  { made = same }: Making = {},
): readonly AnyHandler[] => {
  const { operations } = served.kind.contract;
  const its = versionResource(served, reads);
  return [
    list(operations.list, ({ context, params, page, filters }) =>
      reads.list(context, params as Path, page, filters),
    ),
    its.get(operations.get),
    its.create(operations.create, {
      answer: async (answer, _context, _id, call) => made(answer, call, call.body),
    }),
    ...(operations.duplicate === undefined ? [] : [its.create(operations.duplicate)]),
    its.update(operations.update),
    its.remove(operations.remove),
    its.history(operations.history),
    its.restore(operations.restore),
    its.revert(operations.revert),
  ];
};
