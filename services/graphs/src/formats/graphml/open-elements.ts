import type { GraphFacts } from '../element.js';
import { OWN_PARENT } from '../own-words.js';
import { checkedLabels, checkedUid, checkedWord } from '../reading/names.js';
import { OpenEdge, OpenNode, OpenXml } from '../reading/open-xml.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import type { Tag } from '../reading/xml.js';
import { booleanOf } from '../values.js';
import { labelsIn } from './keys.js';

/** `around`: the uid of the node that the graph of the tag lies in. */
export const openNode = ({ attributes, place }: Tag, around: string | undefined): OpenNode => {
  const { id, labels, [OWN_PARENT]: parent, ...others } = attributes;
  const neo4j = labels !== undefined && {
    labels: checkedLabels(labelsIn(labels), place),
    told: { name: 'labels', text: labels },
  };
  return new OpenNode(
    { format: 'graphml', attributes: others, place, ...neo4j },
    id,
    parent === undefined ? around : checkedUid(parent, 'the parent of a node', place),
  );
};

export const openEdge = ({ attributes, place }: Tag, isDirected: boolean): OpenEdge => {
  const { id, source, target, directed, label, ...others } = attributes;
  if (others['sourceport'] !== undefined || others['targetport'] !== undefined)
    throw new FileRefused('not_supported', 'ports cannot be held: an edge ends at nodes', place);
  const neo4j = label !== undefined && {
    type: checkedWord(label, 'the label of an edge', place),
    told: { name: 'label', text: label },
  };
  return new OpenEdge(
    { format: 'graphml', attributes: others, place, ...neo4j },
    { id, source, target },
    directed === undefined ? isDirected : directionOf(directed, place),
  );
};

const directionOf = (text: string, place: Place): boolean => {
  const directed = booleanOf(text.trim());
  if (directed === undefined)
    throw new FileRefused('value_invalid', 'directed is neither true nor false', place);
  return directed;
};

export class OpenGraph extends OpenXml {
  readonly kind = 'graph';
  readonly directed: boolean;

  constructor(
    { attributes, place }: Tag,
    /** The uid of the node that it lies in. */
    readonly around: string | undefined,
  ) {
    const { edgedefault = 'undirected', ...others } = attributes;
    super({ format: 'graphml', attributes: others, place });
    const directed = edgedefault.trim().toLowerCase();
    if (directed !== 'directed' && directed !== 'undirected')
      throw new FileRefused('value_invalid', 'edgedefault is neither directed nor undirected', place);
    this.directed = directed === 'directed';
  }

  finished(sink: Sink): GraphFacts {
    const parts = this.kept().kept?.['graphml'];
    return {
      kind: 'graph',
      properties: this.properties(sink),
      kept: parts === undefined ? {} : { 'graphml.graph': parts },
    };
  }
}
