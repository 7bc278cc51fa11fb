import type { Json } from '@cairn/kernel';
import type { EdgeElement, Kept, NodeElement, Properties } from '../element.js';
import { limits } from '../limits.js';
import { scalarText, textsIn } from '../typed.js';
import type { Declared } from './declared.js';
import { checkedLabels, checkedUid, checkedWord } from './names.js';
import type { RawElement } from './raw.js';
import { FileRefused, type Place } from './refusal.js';
import type { Sink } from './text-reader.js';

export type XmlFormat = 'gexf' | 'graphml';

/** What the tag of an element says. */
interface Said {
  readonly format: XmlFormat;
  /** Attributes that only the format knows. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly labels?: readonly string[];
  readonly type?: string;
  /** Neo4j says labels and types twice: as an attribute and as data. */
  readonly told?: { readonly name: string; readonly text: string };
  /** Of GEXF: a property, unless a declared one of that name says more. */
  readonly label?: string | undefined;
  readonly weight?: Json | undefined;
}

/** A node, an edge or a graph of an XML format, while it is read. */
export abstract class OpenXml {
  abstract readonly kind: 'graph' | 'node' | 'edge';
  readonly values = new Map<string, Json>();
  readonly #children: Json[] = [];
  protected labels: readonly string[];
  protected type: string;

  constructor(private readonly said: Said) {
    this.labels = said.labels ?? [];
    this.type = said.type ?? '';
  }

  get place(): Place {
    return this.said.place;
  }

  set(declared: Declared, value: Json, place: Place, sink: Sink): void {
    const { told } = this.said;
    if (declared.own === 'labels') this.labels = checkedLabels(textsIn(value), place);
    else if (declared.own === 'type') this.type = checkedWord(scalarText(value), 'a type', place);
    else if (declared.id === told?.name && value === told.text) return;
    else {
      if (this.values.has(declared.name)) sink.lose('values of a property that is said twice');
      this.values.set(declared.name, value);
    }
    this.#count(place);
  }

  keep(raw: RawElement): void {
    this.#children.push(raw);
    this.#count(this.place);
  }

  protected properties(sink: Sink): Properties {
    this.#setOwn('label', this.said.label, sink);
    this.#setOwn('weight', this.said.weight, sink);
    return Object.fromEntries(this.values);
  }

  #setOwn(name: string, value: Json | undefined, sink: Sink): void {
    if (value === undefined) return;
    if (!this.values.has(name)) this.values.set(name, value);
    else if (this.values.get(name) !== value) sink.lose(`the ${name} beside a property of that name`);
  }

  protected kept(): { readonly kept?: Kept } {
    const { format, attributes } = this.said;
    const children = this.#children;
    if (children.length === 0 && Object.keys(attributes).length === 0) return {};
    return {
      kept: {
        [format]: {
          ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
          ...(children.length === 0 ? {} : { children }),
        },
      },
    };
  }

  #count(place: Place): void {
    if (this.values.size + this.#children.length > limits.propertiesPerElement)
      throw new FileRefused(
        'too_large',
        `an element has more than ${limits.propertiesPerElement} properties`,
        place,
      );
  }
}

export class OpenNode extends OpenXml {
  readonly kind = 'node';
  readonly uid: string;

  constructor(
    said: Said,
    id: string | undefined,
    readonly parent: string | undefined,
  ) {
    super(said);
    this.uid = checkedUid(id, 'the id of a node', said.place);
  }

  finished(sink: Sink): NodeElement {
    return {
      kind: 'node',
      uid: this.uid,
      labels: this.labels,
      properties: this.properties(sink),
      ...(this.parent === undefined ? {} : { parent: this.parent }),
      ...this.kept(),
    };
  }
}

export class OpenEdge extends OpenXml {
  readonly kind = 'edge';
  readonly #ends: Pick<EdgeElement, 'uid' | 'from' | 'to'>;

  constructor(
    said: Said,
    { id, source, target }: Readonly<Record<'id' | 'source' | 'target', string | undefined>>,
    private readonly directed: boolean,
  ) {
    super(said);
    this.#ends = {
      ...(id === undefined ? {} : { uid: checkedUid(id, 'the id of an edge', said.place) }),
      from: checkedUid(source, 'the source of an edge', said.place),
      to: checkedUid(target, 'the target of an edge', said.place),
    };
  }

  finished(sink: Sink): EdgeElement {
    return {
      kind: 'edge',
      ...this.#ends,
      type: this.type,
      directed: this.directed,
      properties: this.properties(sink),
      ...this.kept(),
    };
  }
}
