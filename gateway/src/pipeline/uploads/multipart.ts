import { FORM_BODY } from '@cairn/contracts';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { UploadedFile } from '../../call/call.js';
import { safeFileName } from '../../http/content-disposition.js';
import { mediaTypeOf, sendableType } from '../../http/media-type.js';
import { Problem } from '../../problems/problem.js';
import { problemOf } from '../../problems/problem-of.js';
import { feed } from './feed.js';
import { PartTypes } from './part-types.js';
import { FormTexts, LONGEST_TEXT, tooMuchForm } from './form-texts.js';
import { partText } from './part-text.js';
import type { Received, UploadOptions } from './raw.js';

const LIMITS: busboy.Limits = {
  files: 20,
  fields: 100,
  parts: 110,
  fieldSize: LONGEST_TEXT,
  fieldNameSize: 200,
  headerPairs: 50,
};

interface FormOptions extends UploadOptions {
  /** Of the whole form. */
  readonly bodyBytes: number;
}

/**
 * A form: its files go to the blobs as they come, under whatever name; its other fields are texts. Nothing is held whole
 * in memory.
 */
export const readMultipart = (request: IncomingMessage, options: FormOptions): Promise<Received> =>
  new MultipartReader(request, options).read();

class MultipartReader {
  readonly #parser: busboy.Busboy;
  readonly #texts: FormTexts;
  readonly #files: Promise<UploadedFile | undefined>[] = [];
  readonly #types: PartTypes;
  #problem: unknown;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: FormOptions,
  ) {
    this.#parser = parserOf(request);
    this.#texts = new FormTexts(options.isBody === true);
    this.#types = new PartTypes(
      mediaTypeOf(request.headers['content-type'] ?? '')?.parameters['boundary'] ?? '',
    );
  }

  async read(): Promise<Received> {
    const parser = this.#parser;
    const closed = new Promise<void>((resolve) => parser.once('close', resolve));
    parser
      .on('file', (field, content, info) => this.#files.push(this.#part(field, content, info)))
      .on('field', (name, value, info) => this.#field(name, value, info.nameTruncated || info.valueTruncated))
      .on('error', (error) => this.#fail(error));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => this.#fail(tooMuchForm('has too many parts')));
    const see = (chunk: Buffer): void => this.#types.see(chunk);
    this.request.on('data', see);
    const stop = feed(this.request, parser, { ...this.options, maxBytes: this.options.bodyBytes });
    await closed;
    stop();
    this.request.off('data', see);
    const files = (await Promise.all(this.#files)).filter((file) => file !== undefined);
    if (this.#problem !== undefined) throw formProblem(this.#problem);
    if (files.length === 0 && this.options.isBody !== true) throw new Problem('file_missing');
    return { files, fields: this.#texts.fields };
  }

  /** A part with a file name: a file, or the body, which browsers name like a file too. */
  async #part(field: string, content: Readable, info: busboy.FileInfo): Promise<UploadedFile | undefined> {
    const contentType = sendableType(this.#types.next(info.mimeType));
    const fileName = safeFileName(fileNameOfPart(info));
    if (this.options.isBody !== true || field !== FORM_BODY)
      return this.#stored(content, { field, fileName, contentType });
    await partText(content, contentType).then(
      (text) => this.#field(field, text, false),
      (error: unknown) => this.#fail(error),
    );
    return undefined;
  }

  /** `undefined` when it could not be stored, or when a browser sent the part of an empty file input. */
  async #stored(
    content: Readable,
    named: Pick<UploadedFile, 'field' | 'fileName' | 'contentType'>,
  ): Promise<UploadedFile | undefined> {
    try {
      const stored = await this.options.blobs.put(content, { maxBytes: this.options.maxBytes });
      if (named.fileName === '' && stored.size === 0) return undefined;
      if (stored.size === 0) throw new Problem('file_missing', 'The file is empty.');
      return { ...stored, ...named };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #field(name: string, value: string | undefined, isCut: boolean): void {
    const problem = this.#texts.take(name, value, isCut);
    if (problem !== undefined) this.#fail(problem);
  }

  /** The first problem counts; those that follow are its echoes. */
  #fail(problem: unknown): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.request.unpipe(this.#parser);
    this.#parser.destroy();
  }
}

/** The types say that a part has a name; a part without one has none. */
const fileNameOfPart = (info: { readonly filename?: string | undefined }): string => info.filename ?? '';

const parserOf = (request: IncomingMessage): busboy.Busboy => {
  try {
    return busboy({ headers: request.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw new Problem('malformed_request', 'The form has no boundary.');
  }
};

/** What the parser complains of is the form's fault; what a port or the disk complains of is not. */
const formProblem = (error: unknown): unknown => {
  const isOfSystem = error instanceof Error && (error as NodeJS.ErrnoException).code !== undefined;
  return isOfSystem || problemOf(error).code !== 'internal'
    ? error
    : new Problem('malformed_request', 'The form is not well formed.');
};
