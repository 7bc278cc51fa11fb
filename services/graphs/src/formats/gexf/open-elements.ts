import type { Json } from '@cairn/kernel';
import { checkedUid, checkedWord } from '../reading/names.js';
import { OpenEdge, OpenNode } from '../reading/open-xml.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Tag } from '../reading/xml.js';
import { floatOf } from '../values.js';

const TIMES = new Set(['start', 'end', 'startopen', 'endopen', 'timestamp', 'timestamps', 'intervals']);

/** Whether a value holds for a time only. */
export const isTimed = ({ attributes }: Tag): boolean =>
  Object.keys(attributes).some((name) => TIMES.has(name));

/** `around`: the uid of the node that the tag stands in. */
export const openNode = ({ attributes, place }: Tag, around: string | undefined): OpenNode => {
  const { id, label, pid, ...others } = attributes;
  const parent = pid === undefined ? around : checkedUid(pid, 'the pid of a node', place);
  return new OpenNode({ format: 'gexf', attributes: others, place, label }, id, parent);
};

export const openEdge = ({ attributes, place }: Tag, edgeType: string): OpenEdge => {
  const { id, source, target, label, weight, kind = '', type: _, ...others } = attributes;
  const said = {
    format: 'gexf',
    attributes: edgeType === 'mutual' ? { ...others, type: edgeType } : others,
    place,
    type: checkedWord(kind, 'the kind of an edge', place),
    label,
    weight: weightOf(weight, place),
  } as const;
  return new OpenEdge(said, { id, source, target }, edgeType === 'directed');
};

const weightOf = (text: string | undefined, place: Place): Json | undefined => {
  if (text === undefined) return undefined;
  const weight = floatOf(text.trim());
  if (weight === undefined)
    throw new FileRefused('value_invalid', `${JSON.stringify(text)} is no weight`, place);
  return weight;
};
