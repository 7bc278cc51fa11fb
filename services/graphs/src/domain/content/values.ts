import { withoutAbsent } from '@cairn/assets';
import type { Kept, Properties } from '../../formats/element.js';
import type { EdgeValue, NodeValue } from './elements.js';

/** What is said of a node. */
export interface SentNode {
  readonly labels?: readonly string[] | undefined;
  /** `null` removes one. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly parent?: string | undefined;
  readonly kept?: Readonly<Record<string, unknown>> | undefined;
}

/** What is said of an edge. */
export interface SentEdge {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly type?: string | undefined;
  readonly directed?: boolean | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly kept?: Readonly<Record<string, unknown>> | undefined;
}

/** A node with what is said of it; of one that is not there all else is empty. */
export const mergedNode = (
  before: NodeValue | undefined,
  { labels, properties, parent, kept }: SentNode,
): NodeValue => ({
  labels: labels === undefined ? (before?.labels ?? []) : [...new Set(labels)],
  properties: mergedProperties(before?.properties, properties),
  ...withoutAbsent({ parent: parent ?? before?.parent }),
  ...mergedKept(before?.kept, kept),
});

/** An edge with what is said of it; `undefined` where nothing says what it connects. */
export const mergedEdge = (before: EdgeValue | undefined, sent: SentEdge): EdgeValue | undefined => {
  const { source, target, type, directed }: EdgeFields = { ...PLAIN, ...before, ...withoutAbsent(sent) };
  if (source === undefined || target === undefined) return undefined;
  const properties = mergedProperties(before?.properties, sent.properties);
  return { source, target, type, directed, properties, ...mergedKept(before?.kept, sent.kept) };
};

/** What an edge is where nothing says it. */
const PLAIN = { type: '', directed: true };
type EdgeFields = Pick<EdgeValue, 'type' | 'directed'> & Pick<SentEdge, 'source' | 'target'>;

/** An edge as it is sent, and no more: its ends stay where none are sent. */
export const replacedEdge = (before: EdgeValue | undefined, sent: SentEdge): EdgeValue | undefined =>
  mergedEdge(before && { ...PLAIN, source: before.source, target: before.target, properties: {} }, sent);

/** What is said stands in place of what was, in the order in which that stood. */
const mergedProperties = (
  before: Properties | undefined,
  sent: Readonly<Record<string, unknown>> | undefined,
): Properties => {
  if (sent === undefined) return before ?? {};
  // Bodies are JSON.
  const merged = { ...before, ...(sent as Properties) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
};

/** What a format says stands in place of what the same format said before. */
const mergedKept = (
  before: Kept | undefined,
  sent: Readonly<Record<string, unknown>> | undefined,
): { readonly kept?: Kept } => {
  // Files are read as JSON.
  const kept = { ...before, ...(sent as Kept | undefined) };
  return Object.keys(kept).length === 0 ? {} : { kept };
};

const nodeText = ({ labels, properties, parent, kept }: NodeValue): string =>
  JSON.stringify([labels, properties, parent, kept]);
const edgeText = ({ source, target, type, directed, properties, kept }: EdgeValue): string =>
  JSON.stringify([source, target, type, directed, properties, kept]);

export const isSameNode = (one: NodeValue, other: NodeValue): boolean => nodeText(one) === nodeText(other);
export const isSameEdge = (one: EdgeValue, other: EdgeValue): boolean => edgeText(one) === edgeText(other);
