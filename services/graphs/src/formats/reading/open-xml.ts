import type { Json } from '@cairn/kernel';
import type { Kept, Properties } from '../element.js';
import { limits } from '../limits.js';
import { scalarText, textsIn } from '../typed.js';
import type { Declared } from './declared.js';
import { checkedLabels, checkedWord } from './names.js';
import type { RawElement } from './raw.js';
import { FileRefused, type Place } from './refusal.js';
import type { Sink } from './text-reader.js';

/** A node, an edge or a graph of an XML format, while it is read. */
export abstract class OpenXml {
  abstract readonly kind: 'graph' | 'node' | 'edge';
  readonly values = new Map<string, Json>();
  readonly #children: Json[] = [];
  protected labels: readonly string[] = [];
  protected type = '';
  /** Neo4j says labels and types twice: as an attribute and as data. */
  protected told: { readonly name: string; readonly text: string } | undefined;

  constructor(
    private readonly format: 'gexf' | 'graphml',
    /** Those that only the format knows. */
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

  protected properties(): Properties {
    return Object.fromEntries(this.values);
  }

  protected kept(): { readonly kept?: Kept } {
    const [attributes, children] = [this.attributes, this.#children];
    if (children.length === 0 && Object.keys(attributes).length === 0) return {};
    return {
      kept: {
        [this.format]: {
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
