import { derivedId } from '@cairn/kernel';

/** What an edge without a uid connects. */
export interface Connecting {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly directed: boolean;
}

/** The same for edges that are alike but for their properties. */
export const connectionOf = ({ source, type, target, directed }: Connecting): string =>
  JSON.stringify([source, type, target, directed]);

/**
 * The uid of an edge that has none: it follows from what the edge connects, and what tells it from others that are alike: how
 * many came before it, or a key. Sent again, the same edges have the same uids.
 */
export const edgeUidOf = (connection: string, among: number | string): string =>
  `e_${derivedId(connection, among).replaceAll('-', '').slice(0, 20)}`;
