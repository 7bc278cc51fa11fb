import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { operations } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { GatewayOptions } from '../../options.js';
import { notFound } from '../../problems/problem.js';
import { type Answer, type AnyHandler, answer, handler } from '../handler.js';
import { docsPage, errorsPage, startScript } from './pages.js';

/** Scripts and styles of this origin alone; the page writes some of its styles itself. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Files of the page that are served, with their types. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The contract, as a document and as pages; nothing is loaded from elsewhere. */
export const docsHandlers = ({ openapi }: GatewayOptions): readonly AnyHandler[] => {
  const folder = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
  const errorDocs = errorsPage();
  const asyncapi = topicsContract();
  return [
    handler(operations.getOpenAPI, async () => answer(openapi)),
    handler(operations.getAsyncAPI, async () => answer(asyncapi())),
    handler(operations.getDocs, async () => text(docsPage, 'text/html; charset=utf-8')),
    handler(operations.getErrorDocs, async () => text(errorDocs, 'text/html; charset=utf-8')),
    handler(operations.getDocsFile, async ({ params }) => {
      if (params.file === '') return { kind: 'moved', location: '../docs' };
      if (params.file === 'start.js') return text(startScript, 'text/javascript; charset=utf-8');
      const contentType = FILES.get(params.file);
      if (contentType === undefined) throw notFound();
      return shown(fileContent(join(folder, params.file)), contentType);
    }),
  ];
};

/** The contract of the topics, read when it is asked for first. */
const topicsContract = (): (() => Json) => {
  let document: Json | undefined;
  return () =>
    (document ??= JSON.parse(
      readFileSync(createRequire(__filename).resolve('@cairn/contracts/asyncapi.json'), 'utf8'),
    ) as Json);
};

const text = (content: string, contentType: string): Answer => shown(once(content), contentType);

const shown = (content: AsyncIterable<Uint8Array>, contentType: string): Answer => ({
  kind: 'stream',
  content,
  contentType,
  fileName: '',
  inline: true,
  headers: { 'Content-Security-Policy': PAGE_POLICY },
});

async function* once(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

/** Opened when it is read, so that HEAD opens nothing. */
async function* fileContent(path: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path)) yield chunk as Buffer;
}
