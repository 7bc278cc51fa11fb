/**
 * A process that a spec kills: `applying-process.ts <mongodb url> <documents>`. It prints a line, then applies one batch of
 * so many documents to the conformance suite's model, in one long transaction.
 */
import { increment, MODEL, Projector, put } from '../documents/conformance-store.js';
import { openMongoDocuments } from '../documents/mongodb/documents.js';
import { START } from '../base/position.js';

const main = async (url: string, count: number): Promise<void> => {
  const documents = await openMongoDocuments({ url });
  await documents.prepare([MODEL]);
  const puts = Array.from({ length: count }, (_, n) => put({ id: `lost-${n}`, words: [`w${n}`], size: n }));
  process.stdout.write('applying\n');
  await new Projector(documents).applyAt(START, '00000001', [increment('all', { size: 1 }), ...puts]);
  await documents.close();
};

const [url = '', count = ''] = process.argv.slice(2);
void main(url, Number(count));
