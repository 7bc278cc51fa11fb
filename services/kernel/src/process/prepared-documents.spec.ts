import { DocumentsUnavailable } from '../documents/port.js';
import { prepareDocuments } from './prepared-documents.js';

const away = () => new DocumentsUnavailable('away');

/** Documents that fail so often, in this way, before they are prepared. */
const failing = (times: number, failure: () => Error) => {
  let asked = 0;
  const prepare = (): Promise<void> => {
    asked += 1;
    return asked > times ? Promise.resolve() : Promise.reject(failure());
  };
  return { prepare, asked: () => asked };
};

describe('the read models at the start of a process', () => {
  it('are prepared when the documents are reached a moment later', async () => {
    const documents = failing(2, away);
    await prepareDocuments(documents, []);
    expect(documents.asked()).toBe(3);
  });

  it('are given up when the patience is over, with why', async () => {
    await expect(prepareDocuments(failing(Infinity, away), [], 300)).rejects.toThrow('away');
  });

  it('are not tried again when something else failed', async () => {
    const documents = failing(1, () => new Error('a bug'));
    await expect(prepareDocuments(documents, [])).rejects.toThrow('a bug');
    expect(documents.asked()).toBe(1);
  });
});
