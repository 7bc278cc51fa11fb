import type { Answer } from '../../call/answer.js';

/** Scripts and styles of this origin alone; the page of the contract writes some of its styles itself. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Shown by a browser, under a policy that lets it load nothing from elsewhere. */
export const shown = (content: AsyncIterable<Uint8Array>, contentType: string): Answer => ({
  kind: 'stream',
  content,
  contentType,
  fileName: '',
  inline: true,
  headers: { 'Content-Security-Policy': PAGE_POLICY },
});

export const text = (content: string, contentType: string): Answer => shown(once(content), contentType);

/** HTML. */
export const page = (content: string): Answer => text(content, 'text/html; charset=utf-8');

async function* once(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
