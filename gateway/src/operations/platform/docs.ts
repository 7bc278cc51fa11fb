import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { operations } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { answer } from '../../call/answer.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import type { GatewayOptions } from '../../options/options.js';
import { notFound } from '../../problems/problem.js';
import type { Steps } from './first-pages.js';
import { firstPageHandlers } from './first-page.js';
import { docsPage, errorsPage, startScript } from './pages.js';
import { page, shown, text } from './showing.js';

/** Files of the page that are served, with their types. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The contract, as a document and as pages; nothing is loaded from elsewhere. */
export const docsHandlers = (options: GatewayOptions): readonly AnyHandler[] => {
  const { openapi } = options;
  const folder = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
  const errorDocs = errorsPage();
  const asyncapi = topicsContract();
  return [
    ...firstPageHandlers(options, contractFile('first-steps.json') as readonly Steps[]),
    handler(operations.getOpenAPI, async () => answer(openapi)),
    handler(operations.getAsyncAPI, async () => answer(asyncapi())),
    handler(operations.getDocs, async () => page(docsPage)),
    handler(operations.getErrorDocs, async () => page(errorDocs)),
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
  return () => (document ??= contractFile('asyncapi.json') as Json);
};

/** A file that was generated with this release. */
const contractFile = (name: string): unknown =>
  JSON.parse(readFileSync(createRequire(__filename).resolve(`@cairn/contracts/${name}`), 'utf8'));

/** Opened when it is read, so that HEAD opens nothing. */
async function* fileContent(path: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path)) yield chunk as Buffer;
}
