import { SaxesParser } from 'saxes';
import { limits } from '../limits.js';
import { FileRefused, type Place } from './refusal.js';

/** The parser tells the end of what it looked at: all of a file of another format. */
const noXml = (words: string): FileRefused =>
  new FileRefused('xml_invalid', `before the first element: ${words}`, { line: 1, column: 1 });

/** The start of an element. */
export interface Tag {
  /** Without the prefix of the first element's; with its own where it has another. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly place: Place;
}

/** What is done with what stands in an XML text. */
export interface XmlHandler {
  open(tag: Tag): void;
  text(text: string, place: Place): void;
  close(name: string, place: Place): void;
}

/**
 * XML piece by piece, nothing of it held beyond one token. A DOCTYPE is refused, so that there are no entities but the
 * five of XML. Throws `FileRefused`.
 */
export class XmlText {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  #prefix: string | undefined;
  #depth = 0;
  #start: Place = { line: 1, column: 1 };
  /** Where the element began that is measured, and the last token. */
  #mark = 0;
  #token = 0;
  #inside = 0;
  #outside = 0;

  constructor(private readonly handler: XmlHandler) {
    const parser = this.#parser;
    // Not one more: from the eighth handler on, V8 keeps the parser in a hash table, and it is four times slower.
    parser.on('doctype', (text) => this.#refuseDoctype(text));
    parser.on('opentagstart', ({ name }) => this.#opening(name));
    parser.on('opentag', ({ name, attributes }) => this.#opened(name, attributes));
    parser.on('closetag', ({ name }) => this.#closed(name));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('comment', () => this.#passed());
  }

  write(text: string): void {
    this.#parsing(() => this.#parser.write(text));
    this.#checkSizes();
  }

  end(): void {
    this.#parsing(() => this.#parser.close());
  }

  /** Without a handler for errors, the parser throws them: the place, then its words. */
  #parsing(parse: () => void): void {
    try {
      parse();
    } catch (error) {
      const [, words] = (error instanceof Error && /^\d+:\d+: (.*)$/s.exec(error.message)) || [];
      if (words === undefined) throw error;
      throw this.#hasBegun ? new FileRefused('xml_invalid', words, this.place()) : noXml(words);
    }
  }

  /** An element was met. */
  get #hasBegun(): boolean {
    return this.#prefix !== undefined;
  }

  /** A node or an edge begins here: what is larger than one may be is refused. */
  begin(): void {
    this.#inside += 1;
    this.#mark = this.#parser.position;
  }

  /** It ends. What stands outside of all of them is said of the graph, and counted together. */
  finish(): void {
    this.#inside -= 1;
  }

  place(): Place {
    return { line: this.#parser.line, column: this.#parser.column + 1 };
  }

  #opening(name: string): void {
    const here = this.place();
    // The character after the name is read already; where that was a line break, the name ended the line before.
    const column = here.column - name.length - 2;
    this.#start = column >= 1 ? { line: here.line, column } : { line: Math.max(here.line - 1, 1), column: 1 };
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#prefix ??= name.includes(':') ? name.slice(0, name.indexOf(':') + 1) : '';
    this.#depth += 1;
    this.#checkAttributes(attributes);
    if (this.#depth > limits.depth)
      throw new FileRefused('too_large', `elements lie deeper than ${limits.depth} levels`, this.#start);
    this.handler.open({ name: this.#local(name), attributes, place: this.#start });
    this.#countOutside();
    this.#passed();
  }

  #closed(name: string): void {
    this.#depth -= 1;
    this.handler.close(this.#local(name), this.place());
    this.#passed();
  }

  #text(text: string): void {
    if (text.trim() !== '') this.#countOutside();
    if (this.#depth > 0) this.handler.text(text, this.place());
    this.#passed();
  }

  #local(name: string): string {
    const prefix = this.#prefix ?? '';
    return prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  }

  #passed(): void {
    this.#checkSizes();
    this.#token = this.#parser.position;
  }

  #checkSizes(): void {
    const { position } = this.#parser;
    const from = this.#inside > 0 ? Math.min(this.#mark, this.#token) : this.#token;
    if (position - from > limits.elementCharacters)
      throw new FileRefused(
        'too_large',
        `an element or a text is longer than ${limits.elementCharacters} characters`,
        this.place(),
      );
  }

  #countOutside(): void {
    if (this.#inside > 0) return;
    this.#outside += this.#parser.position - this.#token;
    if (this.#outside > limits.factsCharacters)
      throw new FileRefused(
        'too_large',
        `what is said of the graph is longer than ${limits.factsCharacters} characters`,
        this.place(),
      );
  }

  #checkAttributes(attributes: Readonly<Record<string, string>>): void {
    // Each attribute takes five characters or more: most tags are too short for so many.
    if (this.#parser.position - this.#token <= limits.attributesPerTag * 5) return;
    if (Object.keys(attributes).length > limits.attributesPerTag)
      throw new FileRefused(
        'too_large',
        `a tag has more than ${limits.attributesPerTag} attributes`,
        this.#start,
      );
  }

  #refuseDoctype(text: string): never {
    const { line, column } = this.place();
    const breaks = text.split('\n').length - 1;
    const length = '<!DOCTYPE'.length + text.length + 1;
    throw new FileRefused('doctype_refused', 'a DOCTYPE is not read: take it out', {
      line: line - breaks,
      column: breaks === 0 ? Math.max(column - length, 1) : 1,
    });
  }
}
