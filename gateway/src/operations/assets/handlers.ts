import type { AccessChanges, AssetDocument, AssetQueries, AssetReads } from '@cairn/assets';
import type { AdministeredRecord } from '@cairn/kernel';
import { type AnyAsset, byOwnName } from '@cairn/contracts';
import type { AnyHandler } from '../../call/handler.js';
import { type AreaCommands, list, resource } from '../resource.js';
import { type Making, same } from './made.js';
import { logoDownload, sentLogo } from './logo.js';
import { sharingHandlers, type SharingReads } from './sharing.js';
import { showing } from './shown.js';

type Reads = Pick<AssetReads<AssetDocument>, 'history' | 'logo' | 'placed' | 'refusal' | 'visibleHistory'>;

/** A kind of asset as the gateway asks it. */
export interface ServedAsset {
  readonly kind: { readonly contract: AnyAsset };
  readonly reads: Reads & SharingReads;
  readonly queries: Pick<AssetQueries<AdministeredRecord>, 'byId' | 'list'>;
  readonly accessChanges: AccessChanges;
}

interface Path {
  readonly id: string;
}

/** What answers the operations of one kind of asset. */
export const assetHandlers = (
  { kind: { contract }, reads, queries }: ServedAsset,
  { made = same }: Making = {},
): readonly AnyHandler[] => {
  const { operations } = contract;
  const commands: AreaCommands = byOwnName({ ...contract.commands });
  const its = resource<Path, AreaCommands>({
    path: contract.path,
    commands,
    role: contract.called,
    read: (context, { id }, deleted) => queries.byId(context, id, deleted),
    history: (edge, context, { id }, page) => reads.history(edge, context, id, page),
  });
  const { shown, shownIfSaid } = showing(reads.visibleHistory);
  return [
    list(operations.list, ({ context, page, filters }) => queries.list(context, page, filters)),
    its.get(operations.get),
    its.create(operations.create, {
      answer: (answer, context, id, call) => shownIfSaid(made(answer, call, call.body), context, id, call),
    }),
    its.update(operations.update, {
      answer: (answer, context, id, { body }) => shownIfSaid(answer, context, id, { body }),
    }),
    its.remove(operations.remove),
    its.history(operations.history),
    its.restore(operations.restore, { answer: shown }),
    its.revert(operations.revert, { answer: shown }),
    its.change(operations.activate),
    // Who gives it away may see it no more, and is told whose it is now.
    its.change(operations.transfer, { read: (context, { id }) => reads.placed(context, id) }),
    logoDownload(operations.logo, reads.logo),
    {
      ...its.change(operations.setLogo, {
        inputOf: sentLogo,
      }),
      // Who may not write it, or has no room, is refused before the file is read.
      uploadRefusal: (context, { id = '' }) => reads.refusal(context, id, 'write'),
      charged: ({ id = '' }) => ({ resource: contract.resource, id }),
    },
    its.remove(operations.removeLogo),
    ...sharingHandlers({ contract, reads, commands }),
  ];
};
