import { pointerTo } from '@cairn/kernel';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { safeFileName } from '../../http/content-disposition.js';
import { mediaTypeOf, sendableType } from '../../http/media-type.js';
import type { Upload, UploadedFile } from '../../operations/handler.js';
import { Problem } from '../../problems/problem.js';
import { problemOf } from '../../problems/problem-of.js';
import { unkeepable } from '../../problems/unkeepable.js';
import { feed } from './feed.js';
import { PartTypes } from './part-types.js';
import type { UploadOptions } from './raw.js';

const LIMITS: busboy.Limits = {
  files: 20,
  fields: 100,
  parts: 110,
  fieldSize: 64_000,
  fieldNameSize: 200,
  headerPairs: 50,
};

/** What the texts of all fields of a form may be together: they are in memory, its files are not. */
const MOST_TEXT = 256_000;

interface FormOptions extends UploadOptions {
  /** Of the whole form. */
  readonly bodyBytes: number;
}

/**
 * A form: its files go to the blobs as they come, under whatever name; its other fields are texts. Nothing is held whole
 * in memory.
 */
export const readMultipart = (request: IncomingMessage, options: FormOptions): Promise<Upload> =>
  new MultipartReader(request, options).read();

class MultipartReader {
  readonly #parser: busboy.Busboy;
  readonly #fields = new Map<string, string>();
  readonly #files: Promise<UploadedFile | undefined>[] = [];
  readonly #types: PartTypes;
  #textLength = 0;
  #problem: unknown;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: FormOptions,
  ) {
    this.#parser = parserOf(request);
    this.#types = new PartTypes(
      mediaTypeOf(request.headers['content-type'] ?? '')?.parameters['boundary'] ?? '',
    );
  }

  async read(): Promise<Upload> {
    const parser = this.#parser;
    const closed = new Promise<void>((resolve) => parser.once('close', resolve));
    parser
      .on('file', (field, content, info) => this.#files.push(this.#stored(field, content, info)))
      .on('field', (name, value, info) => this.#field(name, value, info))
      .on('error', (error) => this.#fail(error));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => this.#fail(tooMuchForm('has too many parts')));
    const see = (chunk: Buffer): void => this.#types.see(chunk);
    this.request.on('data', see);
    const stop = feed(this.request, parser, { ...this.options, maxBytes: this.options.bodyBytes });
    await closed;
    stop();
    this.request.off('data', see);
    const files = await Promise.all(this.#files);
    if (this.#problem !== undefined) throw formProblem(this.#problem);
    return {
      files: atLeastOne(files.filter((file) => file !== undefined)),
      fields: Object.fromEntries(this.#fields),
    };
  }

  /** `undefined` when it could not be stored, or when a browser sent the part of an empty file input. */
  async #stored(field: string, content: Readable, info: busboy.FileInfo): Promise<UploadedFile | undefined> {
    const contentType = sendableType(this.#types.next(info.mimeType));
    try {
      const stored = await this.options.blobs.put(content, { maxBytes: this.options.maxBytes });
      const fileName = safeFileName(fileNameOfPart(info));
      if (fileName === '' && stored.size === 0) return undefined;
      if (stored.size === 0) throw new Problem('file_missing', 'The file is empty.');
      return { ...stored, fileName, contentType, field };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** The types say that a field has a value; one in a charset that is not known has none. */
  #field(name: string, value: string | undefined, info: busboy.FieldInfo): void {
    this.#textLength += value?.length ?? 0;
    if (info.nameTruncated || info.valueTruncated || this.#textLength > MOST_TEXT)
      this.#fail(tooMuchForm(`has more text than ${LIMITS.fieldSize} in a field, ${MOST_TEXT} in all`));
    else if (value === undefined)
      this.#fail(new Problem('malformed_request', 'A field of the form is in an unknown charset.'));
    else if (value.includes('\0'))
      this.#fail(unkeepable(pointerTo('', name), 'A field', 'holds the character NUL'));
    else this.#fields.set(name, value);
  }

  /** The first problem counts; those that follow are its echoes. */
  #fail(problem: unknown): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.request.unpipe(this.#parser);
    this.#parser.destroy();
  }
}

const tooMuchForm = (what: string): Problem =>
  new Problem('payload_too_large', `The form ${what}.`, { bound: 'form' });

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

const atLeastOne = ([first, ...others]: readonly UploadedFile[]): Upload['files'] => {
  if (first === undefined) throw new Problem('file_missing');
  return [first, ...others];
};
