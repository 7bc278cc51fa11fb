import type { Json } from '@cairn/kernel';
import type { EdgeElement, Kept, NodeElement, Properties } from '../element.js';
import { limits } from '../limits.js';
import { OWN_PARENT } from '../own-words.js';
import type { Declared } from '../reading/declared.js';
import { checkedLabels, checkedUid, checkedWord } from '../reading/names.js';
import type { RawElement } from '../reading/raw.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Sink } from '../reading/text-reader.js';
import type { Tag } from '../reading/xml.js';
import { scalarText, textsIn } from '../typed.js';
import { booleanOf } from '../values.js';
import { labelsIn } from './keys.js';

/** What `<data>` can stand in: the graph, a node, an edge. */
abstract class Open {
  readonly values = new Map<string, Json>();
  readonly #children: Json[] = [];
  protected labels: readonly string[] = [];
  protected type = '';
  /** Neo4j says labels and types twice: as an attribute and as data. */
  protected told: { readonly name: string; readonly text: string } | undefined;

  constructor(
    readonly kind: 'graph' | 'node' | 'edge',
    protected readonly attributes: Readonly<Record<string, string>>,
    readonly place: Place,
  ) {}

  set(declared: Declared, value: Json, place: Place, sink: Sink): void {
    if (declared.own === 'labels') this.labels = checkedLabels(textsIn(value), place);
    else if (declared.own === 'type') this.type = checkedWord(scalarText(value), 'a type', place);
    else if (declared.id === this.told?.name && value === this.told.text) return;
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

  #count(place: Place): void {
    if (this.values.size + this.#children.length > limits.propertiesPerElement)
      throw new FileRefused(
        'too_large',
        `an element has more than ${limits.propertiesPerElement} properties`,
        place,
      );
  }

  protected properties(): Properties {
    return Object.fromEntries(this.values);
  }

  protected kept(): { readonly kept?: Kept } {
    const [attributes, children] = [this.attributes, this.#children];
    if (children.length === 0 && Object.keys(attributes).length === 0) return {};
    return {
      kept: {
        graphml: {
          ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
          ...(children.length === 0 ? {} : { children }),
        },
      },
    };
  }
}

export class OpenNode extends Open {
  override readonly kind = 'node';
  readonly uid: string;

  readonly parent: string | undefined;

  constructor({ attributes, place }: Tag, around: string | undefined) {
    const { id, labels, [OWN_PARENT]: parent, ...others } = attributes;
    super('node', others, place);
    this.parent = parent === undefined ? around : checkedUid(parent, 'the parent of a node', place);
    this.uid = checkedUid(id, 'the id of a node', place);
    if (labels === undefined) return;
    this.labels = checkedLabels(labelsIn(labels), place);
    this.told = { name: 'labels', text: labels };
  }

  /** Neo4j's attribute was met. */
  get isNeo4j(): boolean {
    return this.told !== undefined;
  }

  finished(): NodeElement {
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

export class OpenEdge extends Open {
  override readonly kind = 'edge';
  readonly #uid: string | undefined;
  readonly #from: string;
  readonly #to: string;
  readonly #directed: boolean;

  constructor({ attributes, place }: Tag, directedGraph: boolean) {
    const { id, source, target, directed, label, ...others } = attributes;
    super('edge', others, place);
    refusePorts(others, place);
    this.#uid = id === undefined ? undefined : checkedUid(id, 'the id of an edge', place);
    this.#from = checkedUid(source, 'the source of an edge', place);
    this.#to = checkedUid(target, 'the target of an edge', place);
    this.#directed = directionOf(directed, place) ?? directedGraph;
    if (label === undefined) return;
    this.type = checkedWord(label, 'the label of an edge', place);
    this.told = { name: 'label', text: label };
  }

  finished(): EdgeElement {
    return {
      kind: 'edge',
      ...(this.#uid === undefined ? {} : { uid: this.#uid }),
      from: this.#from,
      to: this.#to,
      type: this.type,
      directed: this.#directed,
      properties: this.properties(),
      ...this.kept(),
    };
  }
}

const refusePorts = (attributes: Readonly<Record<string, string>>, place: Place): void => {
  if (attributes['sourceport'] !== undefined || attributes['targetport'] !== undefined)
    throw new FileRefused('not_supported', 'ports cannot be held: an edge ends at nodes', place);
};

const directionOf = (text: string | undefined, place: Place): boolean | undefined => {
  if (text === undefined) return undefined;
  const directed = booleanOf(text.trim());
  if (directed === undefined)
    throw new FileRefused('value_invalid', 'directed is neither true nor false', place);
  return directed;
};

export class OpenGraph extends Open {
  override readonly kind = 'graph';
  readonly directed: boolean;
  /** The node that it lies in. */
  readonly around: string | undefined;

  constructor({ attributes, place }: Tag, around: string | undefined) {
    const { edgedefault = 'undirected', ...others } = attributes;
    super('graph', others, place);
    this.around = around;
    const directed = edgedefault.trim().toLowerCase();
    if (directed !== 'directed' && directed !== 'undirected')
      throw new FileRefused('value_invalid', 'edgedefault is neither directed nor undirected', place);
    this.directed = directed === 'directed';
  }

  /** What is said of the graph; of an inner one only what it is kept. */
  factsKept(): Kept {
    const parts = this.kept().kept?.['graphml'];
    return parts === undefined ? {} : { 'graphml.graph': parts };
  }

  factsProperties(): Properties {
    return this.properties();
  }
}
