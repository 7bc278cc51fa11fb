import { hash } from 'node:crypto';
import { NumbersByDigest } from '@cairn/kernel';
import type { Facts } from '../../domain/content/facts.js';
import type { EdgeElement } from '../../formats/element.js';

/**
 * What files say of the graph, where it is so: tools that read a graph without parallel edges keep the last one of several.
 * An undirected edge is parallel to those of both directions.
 */
export const trueFacts = async (
  facts: Facts,
  edges: () => AsyncIterable<readonly EdgeElement[]>,
): Promise<Facts> =>
  facts.multigraph === false && (await hasParallel(edges(), facts.directed === false))
    ? { ...facts, multigraph: true }
    : facts;

const hasParallel = async (
  edges: AsyncIterable<readonly EdgeElement[]>,
  undirected: boolean,
): Promise<boolean> => {
  const seen = new NumbersByDigest();
  for await (const batch of edges)
    for (const edge of batch) {
      const digests = endsOf(edge, undirected).map((ends) => hash('sha256', JSON.stringify(ends), 'hex'));
      if (digests.some((digest) => seen.get(digest) !== 0)) return true;
      for (const digest of digests) seen.set(digest, 1);
    }
  return false;
};

const endsOf = ({ from, to, directed }: EdgeElement, undirected: boolean): readonly (readonly string[])[] =>
  directed && !undirected
    ? [[from, to]]
    : [
        [from, to],
        [to, from],
      ];
