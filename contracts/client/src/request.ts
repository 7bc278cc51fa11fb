import type { Method, Operation } from '@cairn/contracts';

type QueryValue = string | number | boolean | undefined;
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** A file to send: its bytes at once or as they come. */
export interface FileContent {
  readonly name: string;
  readonly contentType?: string;
  readonly content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string;
}

/** A request as it goes out, whatever operation it is for. */
export interface PlainRequest {
  readonly method: Method;
  /** With `{name}` where `params` stand. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Query | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly file?: FileContent | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The address of a request: parameters of the path and the query are escaped. */
export const addressOf = (baseUrl: string, { path, params = {}, query = {} }: PlainRequest): URL => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const address = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${filled}`);
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined) address.searchParams.append(name, String(value));
  return address;
};

/** What `fetch` is given for a request. */
export const fetchOptions = (request: PlainRequest, token: string | undefined): RequestInit => {
  const { method, body, file, signal } = request;
  const headers = new Headers(request.headers);
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const options: RequestInit = { method, headers, ...(signal ? { signal } : {}) };
  if (file) return { ...options, ...fileOptions(file, headers) };
  if (body === undefined) return options;
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return { ...options, body: JSON.stringify(body) };
};

const fileOptions = (file: FileContent, headers: Headers): RequestInit => {
  if (!headers.has('content-type'))
    headers.set('content-type', file.contentType ?? 'application/octet-stream');
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
  const streamed = file.content instanceof ReadableStream;
  return { body: file.content, ...(streamed ? { duplex: 'half' } : {}) };
};

/** Whether the operation answers this status with a file. */
export const answersFile = (operation: Operation, status: number): boolean =>
  operation.replies[status]?.file === true;
