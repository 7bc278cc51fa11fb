import type { Json } from '@cairn/kernel';
import type { EdgeElement, NodeElement } from '../element.js';
import { checkedUid, checkedWord } from '../reading/names.js';
import { OpenXml } from '../reading/open-xml.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import type { Tag } from '../reading/xml.js';
import { floatOf } from '../values.js';

const TIMES = ['start', 'end', 'startopen', 'endopen', 'timestamp', 'timestamps', 'intervals'];

/** Whether a value holds for a time only. */
export const isTimed = ({ attributes }: Tag): boolean =>
  TIMES.some((time) => Object.hasOwn(attributes, time));

/** An attribute of the format that is a property here; a declared one of its name says more. */
const setOwn = (values: Map<string, Json>, name: string, value: Json | undefined, sink: Sink): void => {
  if (value === undefined) return;
  if (!values.has(name)) values.set(name, value);
  else if (values.get(name) !== value) sink.lose(`the ${name} beside a property of that name`);
};

export class OpenNode extends OpenXml {
  readonly kind = 'node';
  readonly uid: string;
  readonly parent: string | undefined;
  readonly #label: string | undefined;

  constructor({ attributes, place }: Tag, around: string | undefined) {
    const { id, label, pid, ...others } = attributes;
    super('gexf', others, place);
    this.uid = checkedUid(id, 'the id of a node', place);
    this.parent = pid === undefined ? around : checkedUid(pid, 'the pid of a node', place);
    this.#label = label;
  }

  finished(sink: Sink): NodeElement {
    setOwn(this.values, 'label', this.#label, sink);
    return {
      kind: 'node',
      uid: this.uid,
      labels: this.labels,
      properties: this.properties(),
      ...(this.parent === undefined ? {} : { parent: this.parent }),
      ...this.kept(),
    };
  }
}

export class OpenEdge extends OpenXml {
  readonly kind = 'edge';
  readonly uid: string | undefined;
  readonly #ends: { readonly from: string; readonly to: string };
  readonly #label: string | undefined;
  readonly #weight: Json | undefined;

  constructor(
    { attributes, place }: Tag,
    private readonly edgeType: string,
  ) {
    const { id, source, target, label, weight, kind = '', type: _, ...others } = attributes;
    super('gexf', edgeType === 'mutual' ? { ...others, type: edgeType } : others, place);
    this.uid = id === undefined ? undefined : checkedUid(id, 'the id of an edge', place);
    this.#ends = {
      from: checkedUid(source, 'the source of an edge', place),
      to: checkedUid(target, 'the target of an edge', place),
    };
    this.type = checkedWord(kind, 'the kind of an edge', place);
    this.#label = label;
    this.#weight = weightOf(weight, place);
  }

  finished(sink: Sink): EdgeElement {
    setOwn(this.values, 'label', this.#label, sink);
    setOwn(this.values, 'weight', this.#weight, sink);
    return {
      kind: 'edge',
      ...(this.uid === undefined ? {} : { uid: this.uid }),
      ...this.#ends,
      type: this.type,
      directed: this.edgeType === 'directed',
      properties: this.properties(),
      ...this.kept(),
    };
  }
}

const weightOf = (text: string | undefined, place: Place): Json | undefined => {
  if (text === undefined) return undefined;
  const weight = floatOf(text.trim());
  if (weight === undefined)
    throw new FileRefused('value_invalid', `${JSON.stringify(text)} is no weight`, place);
  return weight;
};
