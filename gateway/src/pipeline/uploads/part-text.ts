import type { Readable } from 'node:stream';
import { FORM_BODY } from '@cairn/contracts';
import { isJson } from '../../http/media-type.js';
import { utf8Of } from '../../http/request-body.js';
import { Problem } from '../../problems/problem.js';
import { LONGEST_TEXT, tooMuchForm } from './form-texts.js';

/** The JSON text of a part of a form that has a file name, as browsers send one. It is held whole, and bounded as a field is. */
export const partText = async (content: Readable, contentType: string): Promise<string> => {
  if (!isJson(contentType)) {
    content.destroy();
    throw new Problem(
      'unsupported_media_type',
      `The part \`${FORM_BODY}\` of a form is \`application/json\` in UTF-8.`,
    );
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LONGEST_TEXT) throw tooMuchForm(`has more text than ${LONGEST_TEXT} in a field`);
    chunks.push(chunk);
  }
  return utf8Of(Buffer.concat(chunks));
};
