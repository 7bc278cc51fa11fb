import { Declarations, declarationsOf, type Declared } from './declared.js';
import { Hierarchy } from './hierarchy.js';
import { OpenEdge, OpenNode, type OpenXml, type XmlFormat } from './open-xml.js';
import { RawBuilder } from './raw.js';
import { FileRefused, type Place, shown } from './refusal.js';
import type { Sink, TextReader } from './text-reader.js';
import { type Tag, type XmlHandler, XmlText } from './xml.js';

/** What is done where elements begin and where they end, by their names. */
export type KnownElements = Readonly<
  Record<string, { readonly begin?: (tag: Tag) => void; readonly end?: (place: Place) => void }>
>;

/** Reads graphs of an XML format, which says what its elements are. */
export abstract class XmlGraphReader implements TextReader, XmlHandler {
  abstract dialect: string;
  protected abstract readonly elements: KnownElements;
  protected readonly declarations = new Declarations();
  /** The property that is being declared. */
  protected declared: Declared | undefined;
  /** Nodes, edges and graphs that are not through, the innermost last. */
  protected readonly around: OpenXml[] = [];
  readonly #xml = new XmlText(this);
  readonly #raw = new RawBuilder();
  readonly #hierarchy = new Hierarchy();
  #isBegun = false;
  #graphs = 0;
  #text: string[] | undefined;

  /** `format` is the name of the root, too; `ownNamespaces` are prefixes and addresses that are written anyhow. */
  constructor(
    private readonly format: XmlFormat,
    private readonly ownNamespaces: readonly string[],
    protected readonly sink: Sink,
  ) {}

  /** Takes what the root says; `namespaces` are those of others, by their prefixes. */
  protected abstract root(tag: Tag, namespaces: Tag['attributes']): void;

  write(text: string): void {
    this.#xml.write(text);
  }

  end(): void {
    this.#xml.end();
    this.#hierarchy.check();
    if (this.#graphs === 0) this.sink.give({ kind: 'graph' });
  }

  open(tag: Tag): void {
    if (this.#raw.building) this.#raw.begin(tag);
    else if (this.#isBegun) this.element(tag);
    else this.#root(tag);
  }

  text(text: string): void {
    if (this.#raw.building) this.#raw.text(text);
    else this.#text?.push(text);
  }

  close(name: string, place: Place): void {
    if (this.#raw.building) this.#endRaw();
    else this.#known(name)?.end?.(place);
  }

  #known(name: string): KnownElements[string] | undefined {
    return Object.hasOwn(this.elements, name) ? this.elements[name] : undefined;
  }

  #root(tag: Tag): void {
    const { format, ownNamespaces: own } = this;
    this.#isBegun = true;
    if (tag.name !== format)
      throw new FileRefused(
        'structure_invalid',
        `the first element is ${shown(tag.name)}, not ${format}`,
        tag.place,
      );
    const others = Object.entries(tag.attributes).filter(
      ([key, value]) => key.startsWith('xmlns:') && !own.includes(key) && !own.includes(value),
    );
    const namespaces = Object.fromEntries(others);
    this.root(tag, namespaces);
    if (others.length > 0) this.sink.give({ kind: 'graph', kept: { [`${format}.namespaces`]: namespaces } });
  }

  /** An element begins that the format may have. One that it has not is kept in what it stands in. */
  protected element(tag: Tag): void {
    const known = this.#known(tag.name);
    if (known !== undefined) known.begin?.(tag);
    else if (this.around.length > 0) this.keep(tag);
    else this.sink.lose(`the element ${tag.name.slice(0, 80)}`);
  }

  /** Everything up to the end of an element is kept as it is. */
  protected keep(tag: Tag): void {
    this.#raw.begin(tag);
  }

  #endRaw(): void {
    const raw = this.#raw.finish();
    if (raw === undefined) return;
    const element = this.around.at(-1);
    if (element !== undefined) element.keep(raw);
    else this.sink.give({ kind: 'graph', kept: { [`${this.format}.${raw[0]}`]: raw } });
  }

  /** From here on texts are collected. */
  protected collect(): void {
    this.#text = [];
  }

  protected collected(): string {
    const text = (this.#text ?? []).join('');
    this.#text = undefined;
    return text;
  }

  /** A file holds one graph; those that lie in its nodes do not count. */
  protected countGraph(place: Place): void {
    this.#graphs += 1;
    if (this.#graphs > 1) throw new FileRefused('not_supported', 'several graphs in one file', place);
  }

  protected declare(declared: Declared, place: Place): void {
    this.declarations.add(declared, place);
    this.declared = declared;
  }

  protected endDeclaration(): void {
    const declarations = this.declared === undefined ? [] : declarationsOf(this.declared);
    if (declarations.length > 0) this.sink.give({ kind: 'graph', declarations });
    this.declared = undefined;
  }

  protected endDefault(place: Place): void {
    const text = this.collected();
    if (this.declared?.raw === true) this.sink.lose('defaults of what an editor keeps');
    else if (this.declared !== undefined) this.declarations.setDefault(this.declared, text, place);
  }

  protected begin(element: OpenNode | OpenEdge): void {
    this.#xml.begin();
    if (element instanceof OpenNode && element.parent !== undefined)
      this.#hierarchy.add(element.uid, element.parent, element.place);
    this.around.push(element);
  }

  /** Gives out the node or the edge that was begun last. */
  protected finish(): void {
    const element = this.around.pop();
    if (!(element instanceof OpenNode || element instanceof OpenEdge)) return;
    this.#xml.finish();
    this.declarations.fill(element.kind, element.values);
    this.sink.give(element.finished(this.sink), element.place);
  }
}
