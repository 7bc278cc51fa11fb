import type { Json } from '@cairn/kernel';
import type { EdgeElement, Kept, NodeElement } from '../element.js';
import { limits } from '../limits.js';
import type { Declared } from '../reading/declared.js';
import { checkedLabels, checkedUid, checkedWord } from '../reading/names.js';
import type { RawElement } from '../reading/raw.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import type { Tag } from '../reading/xml.js';
import { scalarText, textsIn } from '../typed.js';
import { floatOf } from '../values.js';

const TIMES = ['start', 'end', 'startopen', 'endopen', 'timestamp', 'timestamps', 'intervals'];

/** Whether a value holds for a time only. */
export const isTimed = ({ attributes }: Tag): boolean =>
  TIMES.some((time) => Object.hasOwn(attributes, time));

/** What nodes and edges have in common while they are read. */
abstract class OpenElement {
  readonly properties = new Map<string, Json>();
  readonly #children: Json[] = [];
  protected labels: readonly string[] = [];
  protected type = '';
  #attributes: Readonly<Record<string, string>> = {};

  constructor(readonly place: Place) {}

  set(declared: Declared, value: Json, place: Place, sink: Sink): void {
    if (declared.own === 'labels') this.labels = checkedLabels(textsIn(value), place);
    else if (declared.own === 'type') this.type = checkedWord(scalarText(value), 'a type', place);
    else {
      if (this.properties.has(declared.name)) sink.lose('values of a property that is said twice');
      this.properties.set(declared.name, value);
    }
    this.#count(place);
  }

  keep(raw: RawElement): void {
    this.#children.push(raw);
    this.#count(this.place);
  }

  #count(place: Place): void {
    if (this.properties.size + this.#children.length > limits.propertiesPerElement)
      throw new FileRefused(
        'too_large',
        `an element has more than ${limits.propertiesPerElement} properties`,
        place,
      );
  }

  protected keepAttributes(attributes: Readonly<Record<string, string>>): void {
    this.#attributes = attributes;
  }

  /** An attribute of the format that is a property here; a declared one of its name says more. */
  protected setOwn(name: string, value: Json | undefined, sink: Sink): void {
    if (value === undefined) return;
    if (!this.properties.has(name)) this.properties.set(name, value);
    else if (this.properties.get(name) !== value) sink.lose(`the ${name} beside a property of that name`);
  }

  protected kept(): { readonly kept?: Kept } {
    const [attributes, children] = [this.#attributes, this.#children];
    if (children.length === 0 && Object.keys(attributes).length === 0) return {};
    return {
      kept: {
        gexf: {
          ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
          ...(children.length === 0 ? {} : { children }),
        },
      },
    };
  }
}

export class OpenNode extends OpenElement {
  readonly kind = 'node';
  readonly uid: string;
  readonly parent: string | undefined;
  readonly #label: string | undefined;

  constructor({ attributes, place }: Tag, around: string | undefined) {
    super(place);
    const { id, label, pid, ...others } = attributes;
    this.uid = checkedUid(id, 'the id of a node', place);
    this.parent = pid === undefined ? around : checkedUid(pid, 'the pid of a node', place);
    this.#label = label;
    this.keepAttributes(others);
  }

  finished(sink: Sink): NodeElement {
    this.setOwn('label', this.#label, sink);
    return {
      kind: 'node',
      uid: this.uid,
      labels: this.labels,
      properties: Object.fromEntries(this.properties),
      ...(this.parent === undefined ? {} : { parent: this.parent }),
      ...this.kept(),
    };
  }
}

export class OpenEdge extends OpenElement {
  readonly kind = 'edge';
  readonly uid: string | undefined;
  readonly #ends: { readonly from: string; readonly to: string };
  readonly #label: string | undefined;
  readonly #weight: Json | undefined;

  constructor(
    { attributes, place }: Tag,
    private readonly edgeType: string,
  ) {
    super(place);
    const { id, source, target, label, weight, kind = '', type: _, ...others } = attributes;
    this.uid = id === undefined ? undefined : checkedUid(id, 'the id of an edge', place);
    this.#ends = {
      from: checkedUid(source, 'the source of an edge', place),
      to: checkedUid(target, 'the target of an edge', place),
    };
    this.type = checkedWord(kind, 'the kind of an edge', place);
    this.#label = label;
    this.#weight = weightOf(weight, place);
    this.keepAttributes(edgeType === 'mutual' ? { ...others, type: edgeType } : others);
  }

  finished(sink: Sink): EdgeElement {
    this.setOwn('label', this.#label, sink);
    this.setOwn('weight', this.#weight, sink);
    return {
      kind: 'edge',
      ...(this.uid === undefined ? {} : { uid: this.uid }),
      ...this.#ends,
      type: this.type,
      directed: this.edgeType === 'directed',
      properties: Object.fromEntries(this.properties),
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
